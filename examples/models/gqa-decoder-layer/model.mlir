#extern = #ml_program.extern : tensor<8xf32>
#extern1 = #ml_program.extern : tensor<128xf32>
#extern2 = #ml_program.extern : tensor<128x128xf32>
#extern3 = #ml_program.extern : tensor<32x128xf32>
#extern4 = #ml_program.extern : tensor<384x128xf32>
#extern5 = #ml_program.extern : tensor<128x384xf32>
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map7 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  ml_program.global private @frequency(#extern) : tensor<8xf32>
  ml_program.global private @before_attention.weight(#extern1) : tensor<128xf32>
  ml_program.global private @before_mlp.weight(#extern1) : tensor<128xf32>
  ml_program.global private @query.weight(#extern2) : tensor<128x128xf32>
  ml_program.global private @key.weight(#extern3) : tensor<32x128xf32>
  ml_program.global private @value.weight(#extern3) : tensor<32x128xf32>
  ml_program.global private @out.weight(#extern2) : tensor<128x128xf32>
  ml_program.global private @gate.weight(#extern4) : tensor<384x128xf32>
  ml_program.global private @up.weight(#extern4) : tensor<384x128xf32>
  ml_program.global private @down.weight(#extern5) : tensor<128x384xf32>
  func.func @main(%arg0: tensor<1x64x128xf32>, %arg1: tensor<1x64xi64>) -> tensor<1x64x128xf32> {
    %frequency = ml_program.global_load_const @frequency : tensor<8xf32>
    %before_attention.weight = ml_program.global_load_const @before_attention.weight : tensor<128xf32>
    %before_mlp.weight = ml_program.global_load_const @before_mlp.weight : tensor<128xf32>
    %query.weight = ml_program.global_load_const @query.weight : tensor<128x128xf32>
    %key.weight = ml_program.global_load_const @key.weight : tensor<32x128xf32>
    %value.weight = ml_program.global_load_const @value.weight : tensor<32x128xf32>
    %out.weight = ml_program.global_load_const @out.weight : tensor<128x128xf32>
    %gate.weight = ml_program.global_load_const @gate.weight : tensor<384x128xf32>
    %up.weight = ml_program.global_load_const @up.weight : tensor<384x128xf32>
    %down.weight = ml_program.global_load_const @down.weight : tensor<128x384xf32>
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant 1.280000e+02 : f32
    %cst_5 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x64x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %2 = tensor.empty() : tensor<1x64x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<1x64x128xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.addf %in, %out : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.divf %in, %cst_4 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.truncf %cst_3 : f64 to f32
      %90 = arith.addf %in, %89 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.rsqrt %in : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<1x64x128xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %before_attention.weight : tensor<1x64x128xf32>, tensor<128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %expanded = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [1, 64, 1] : tensor<1x64xi64> into tensor<1x64x1xi64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x64x1xi64>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %89 = arith.sitofp %in : i64 to f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %11 = tensor.empty() : tensor<1x64x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %frequency : tensor<1x64x1xf32>, tensor<8xf32>) outs(%11 : tensor<1x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x8xf32>
    %expanded_6 = tensor.expand_shape %12 [[0], [1, 2], [3]] output_shape [1, 1, 64, 8] : tensor<1x64x8xf32> into tensor<1x1x64x8xf32>
    %13 = tensor.empty() : tensor<1x1x64x8xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<1x1x64x8xf32>) outs(%13 : tensor<1x1x64x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.cos %in : f32
      linalg.yield %89 : f32
    } -> tensor<1x1x64x8xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<1x1x64x8xf32>) outs(%13 : tensor<1x1x64x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.sin %in : f32
      linalg.yield %89 : f32
    } -> tensor<1x1x64x8xf32>
    %16 = tensor.empty() : tensor<128x128xf32>
    %transposed = linalg.transpose ins(%query.weight : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x64x128xf32> into tensor<64x128xf32>
    %17 = tensor.empty() : tensor<64x128xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %19 = linalg.matmul ins(%collapsed, %transposed : tensor<64x128xf32>, tensor<128x128xf32>) outs(%18 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %expanded_7 = tensor.expand_shape %19 [[0, 1], [2, 3]] output_shape [1, 64, 8, 16] : tensor<64x128xf32> into tensor<1x64x8x16xf32>
    %20 = tensor.empty() : tensor<1x8x64x16xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x64x8x16xf32>) outs(%20 : tensor<1x8x64x16xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_8[0, 0, 0, 0] [1, 8, 64, 8] [1, 1, 1, 1] : tensor<1x8x64x16xf32> to tensor<1x8x64x8xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed_8[0, 0, 0, 8] [1, 8, 64, 8] [1, 1, 1, 1] : tensor<1x8x64x16xf32> to tensor<1x8x64x8xf32>
    %21 = tensor.empty() : tensor<1x8x64x8xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %14 : tensor<1x8x64x8xf32>, tensor<1x1x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_9, %15 : tensor<1x8x64x8xf32>, tensor<1x1x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %23 : tensor<1x8x64x8xf32>, tensor<1x8x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.subf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_9, %14 : tensor<1x8x64x8xf32>, tensor<1x1x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %15 : tensor<1x8x64x8xf32>, tensor<1x1x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %26 : tensor<1x8x64x8xf32>, tensor<1x8x64x8xf32>) outs(%21 : tensor<1x8x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.addf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x8xf32>
    %concat = tensor.concat dim(3) %24, %27 : (tensor<1x8x64x8xf32>, tensor<1x8x64x8xf32>) -> tensor<1x8x64x16xf32>
    %28 = tensor.empty() : tensor<128x32xf32>
    %transposed_10 = linalg.transpose ins(%key.weight : tensor<32x128xf32>) outs(%28 : tensor<128x32xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<64x32xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %31 = linalg.matmul ins(%collapsed, %transposed_10 : tensor<64x128xf32>, tensor<128x32xf32>) outs(%30 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %expanded_11 = tensor.expand_shape %31 [[0, 1], [2, 3]] output_shape [1, 64, 2, 16] : tensor<64x32xf32> into tensor<1x64x2x16xf32>
    %32 = tensor.empty() : tensor<1x2x64x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<1x64x2x16xf32>) outs(%32 : tensor<1x2x64x16xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_13 = tensor.extract_slice %transposed_12[0, 0, 0, 0] [1, 2, 64, 8] [1, 1, 1, 1] : tensor<1x2x64x16xf32> to tensor<1x2x64x8xf32>
    %extracted_slice_14 = tensor.extract_slice %transposed_12[0, 0, 0, 8] [1, 2, 64, 8] [1, 1, 1, 1] : tensor<1x2x64x16xf32> to tensor<1x2x64x8xf32>
    %33 = tensor.empty() : tensor<1x2x64x8xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %14 : tensor<1x2x64x8xf32>, tensor<1x1x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %15 : tensor<1x2x64x8xf32>, tensor<1x1x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %35 : tensor<1x2x64x8xf32>, tensor<1x2x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.subf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %14 : tensor<1x2x64x8xf32>, tensor<1x1x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %15 : tensor<1x2x64x8xf32>, tensor<1x1x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<1x2x64x8xf32>, tensor<1x2x64x8xf32>) outs(%33 : tensor<1x2x64x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.addf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x2x64x8xf32>
    %concat_15 = tensor.concat dim(3) %36, %39 : (tensor<1x2x64x8xf32>, tensor<1x2x64x8xf32>) -> tensor<1x2x64x16xf32>
    %transposed_16 = linalg.transpose ins(%value.weight : tensor<32x128xf32>) outs(%28 : tensor<128x32xf32>) permutation = [1, 0] 
    %40 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<64x128xf32>, tensor<128x32xf32>) outs(%30 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %expanded_17 = tensor.expand_shape %40 [[0, 1], [2, 3]] output_shape [1, 64, 2, 16] : tensor<64x32xf32> into tensor<1x64x2x16xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x64x2x16xf32>) outs(%32 : tensor<1x2x64x16xf32>) permutation = [0, 2, 1, 3] 
    %41 = tensor.empty() : tensor<1x2x4x64x16xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_15 : tensor<1x2x64x16xf32>) outs(%41 : tensor<1x2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x64x16xf32>
    %collapsed_19 = tensor.collapse_shape %42 [[0], [1, 2], [3], [4]] : tensor<1x2x4x64x16xf32> into tensor<1x8x64x16xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<1x2x64x16xf32>) outs(%41 : tensor<1x2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x64x16xf32>
    %44 = tensor.empty() : tensor<1x8x16x64xf32>
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<1x8x64x16xf32>) outs(%44 : tensor<1x8x16x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_21 = tensor.collapse_shape %concat [[0, 1], [2], [3]] : tensor<1x8x64x16xf32> into tensor<8x64x16xf32>
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<1x8x16x64xf32> into tensor<8x16x64xf32>
    %45 = tensor.empty() : tensor<8x64x64xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %47 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<8x64x16xf32>, tensor<8x16x64xf32>) outs(%46 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_23 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %48 = tensor.empty() : tensor<1x8x64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<1x8x64x64xf32>) outs(%48 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.mulf %in, %cst_5 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x64xf32>
    %expanded_24 = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [1, 1, 64] : tensor<1x64xi64> into tensor<1x1x64xi64>
    %50 = tensor.empty() : tensor<1x64x64xi1>
    %51 = linalg.generic {indexing_maps = [#map7, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24, %expanded : tensor<1x1x64xi64>, tensor<1x64x1xi64>) outs(%50 : tensor<1x64x64xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %89 = arith.cmpi sle, %in, %in_42 : i64
      linalg.yield %89 : i1
    } -> tensor<1x64x64xi1>
    %expanded_25 = tensor.expand_shape %51 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xi1> into tensor<1x1x64x64xi1>
    %52 = linalg.generic {indexing_maps = [#map4, #map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25, %49, %cst_2 : tensor<1x1x64x64xi1>, tensor<1x8x64x64xf32>, tensor<f32>) outs(%48 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %89 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x64xf32>
    %53 = tensor.empty() : tensor<1x8x64xi64>
    %54 = linalg.fill ins(%c0_i64 : i64) outs(%53 : tensor<1x8x64xi64>) -> tensor<1x8x64xi64>
    %55 = tensor.empty() : tensor<1x8x64xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %57:2 = linalg.generic {indexing_maps = [#map3, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%52 : tensor<1x8x64x64xf32>) outs(%56, %54 : tensor<1x8x64xf32>, tensor<1x8x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %89 = linalg.index 3 : index
      %90 = arith.index_cast %89 : index to i64
      %91 = arith.maximumf %in, %out : f32
      %92 = arith.cmpf ogt, %in, %out : f32
      %93 = arith.select %92, %90, %out_42 : i64
      linalg.yield %91, %93 : f32, i64
    } -> (tensor<1x8x64xf32>, tensor<1x8x64xi64>)
    %expanded_26 = tensor.expand_shape %57#0 [[0], [1], [2, 3]] output_shape [1, 8, 64, 1] : tensor<1x8x64xf32> into tensor<1x8x64x1xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %expanded_26 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%48 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.subf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x64xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x8x64x64xf32>) outs(%48 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.exp %in : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x64xf32>
    %60 = tensor.empty() : tensor<1x8x64x1xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<1x8x64x1xf32>) -> tensor<1x8x64x1xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<1x8x64x64xf32>) outs(%61 : tensor<1x8x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.addf %in, %out : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x1xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %62 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%48 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.divf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x8x64x64xf32>
    %collapsed_27 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_28 = tensor.collapse_shape %43 [[0, 1, 2], [3], [4]] : tensor<1x2x4x64x16xf32> into tensor<8x64x16xf32>
    %64 = tensor.empty() : tensor<8x64x16xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
    %66 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<8x64x64xf32>, tensor<8x64x16xf32>) outs(%65 : tensor<8x64x16xf32>) -> tensor<8x64x16xf32>
    %expanded_29 = tensor.expand_shape %66 [[0, 1], [2], [3]] output_shape [1, 8, 64, 16] : tensor<8x64x16xf32> into tensor<1x8x64x16xf32>
    %67 = tensor.empty() : tensor<1x64x8x16xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<1x8x64x16xf32>) outs(%67 : tensor<1x64x8x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_31 = linalg.transpose ins(%out.weight : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<1x64x8x16xf32> into tensor<64x128xf32>
    %68 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<64x128xf32>, tensor<128x128xf32>) outs(%18 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %expanded_33 = tensor.expand_shape %68 [[0, 1], [2]] output_shape [1, 64, 128] : tensor<64x128xf32> into tensor<1x64x128xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_33 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.addf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<1x64x128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<1x64x128xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.addf %in, %out : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.divf %in, %cst_4 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.truncf %cst_3 : f64 to f32
      %90 = arith.addf %in, %89 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<1x64x1xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = math.rsqrt %in : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %74 : tensor<1x64x128xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %before_mlp.weight : tensor<1x64x128xf32>, tensor<128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    %77 = tensor.empty() : tensor<128x384xf32>
    %transposed_34 = linalg.transpose ins(%gate.weight : tensor<384x128xf32>) outs(%77 : tensor<128x384xf32>) permutation = [1, 0] 
    %collapsed_35 = tensor.collapse_shape %76 [[0, 1], [2]] : tensor<1x64x128xf32> into tensor<64x128xf32>
    %78 = tensor.empty() : tensor<64x384xf32>
    %79 = linalg.fill ins(%cst : f32) outs(%78 : tensor<64x384xf32>) -> tensor<64x384xf32>
    %80 = linalg.matmul ins(%collapsed_35, %transposed_34 : tensor<64x128xf32>, tensor<128x384xf32>) outs(%79 : tensor<64x384xf32>) -> tensor<64x384xf32>
    %expanded_36 = tensor.expand_shape %80 [[0, 1], [2]] output_shape [1, 64, 384] : tensor<64x384xf32> into tensor<1x64x384xf32>
    %81 = tensor.empty() : tensor<1x64x384xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<1x64x384xf32>) outs(%81 : tensor<1x64x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      %89 = arith.negf %in : f32
      %90 = math.exp %89 : f32
      %91 = arith.addf %90, %cst_1 : f32
      %92 = arith.divf %cst_1, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x384xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %82 : tensor<1x64x384xf32>, tensor<1x64x384xf32>) outs(%81 : tensor<1x64x384xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x384xf32>
    %transposed_37 = linalg.transpose ins(%up.weight : tensor<384x128xf32>) outs(%77 : tensor<128x384xf32>) permutation = [1, 0] 
    %84 = linalg.matmul ins(%collapsed_35, %transposed_37 : tensor<64x128xf32>, tensor<128x384xf32>) outs(%79 : tensor<64x384xf32>) -> tensor<64x384xf32>
    %expanded_38 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [1, 64, 384] : tensor<64x384xf32> into tensor<1x64x384xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %expanded_38 : tensor<1x64x384xf32>, tensor<1x64x384xf32>) outs(%81 : tensor<1x64x384xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.mulf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x384xf32>
    %86 = tensor.empty() : tensor<384x128xf32>
    %transposed_39 = linalg.transpose ins(%down.weight : tensor<128x384xf32>) outs(%86 : tensor<384x128xf32>) permutation = [1, 0] 
    %collapsed_40 = tensor.collapse_shape %85 [[0, 1], [2]] : tensor<1x64x384xf32> into tensor<64x384xf32>
    %87 = linalg.matmul ins(%collapsed_40, %transposed_39 : tensor<64x384xf32>, tensor<384x128xf32>) outs(%18 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %expanded_41 = tensor.expand_shape %87 [[0, 1], [2]] output_shape [1, 64, 128] : tensor<64x128xf32> into tensor<1x64x128xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %expanded_41 : tensor<1x64x128xf32>, tensor<1x64x128xf32>) outs(%0 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %89 = arith.addf %in, %in_42 : f32
      linalg.yield %89 : f32
    } -> tensor<1x64x128xf32>
    return %88 : tensor<1x64x128xf32>
  }
}
