#extern = #ml_program.extern : tensor<256x96xf32>
#extern1 = #ml_program.extern : tensor<96xf32>
#extern2 = #ml_program.extern : tensor<96x96xf32>
#extern3 = #ml_program.extern : tensor<256xf32>
#extern4 = #ml_program.extern : tensor<96x256xf32>
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<()[s0, s1] -> (s0 * s1)>
#map10 = affine_map<(d0, d1) -> (d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map14 = affine_map<(d0, d1) -> (d0, 0)>
#map15 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  ml_program.global private @words.weight(#extern) : tensor<256x96xf32>
  ml_program.global private @places.weight(#extern) : tensor<256x96xf32>
  ml_program.global private @norm.weight(#extern1) : tensor<96xf32>
  ml_program.global private @norm.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.query.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.0.query.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.key.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.0.key.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.value.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.0.value.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.out.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.0.out.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.up.weight(#extern) : tensor<256x96xf32>
  ml_program.global private @layers.0.up.bias(#extern3) : tensor<256xf32>
  ml_program.global private @layers.0.down.weight(#extern4) : tensor<96x256xf32>
  ml_program.global private @layers.0.down.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.norm1.weight(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.norm1.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.norm2.weight(#extern1) : tensor<96xf32>
  ml_program.global private @layers.0.norm2.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.query.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.1.query.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.key.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.1.key.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.value.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.1.value.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.out.weight(#extern2) : tensor<96x96xf32>
  ml_program.global private @layers.1.out.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.up.weight(#extern) : tensor<256x96xf32>
  ml_program.global private @layers.1.up.bias(#extern3) : tensor<256xf32>
  ml_program.global private @layers.1.down.weight(#extern4) : tensor<96x256xf32>
  ml_program.global private @layers.1.down.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.norm1.weight(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.norm1.bias(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.norm2.weight(#extern1) : tensor<96xf32>
  ml_program.global private @layers.1.norm2.bias(#extern1) : tensor<96xf32>
  func.func @main(%arg0: tensor<?x?xi64>, %arg1: tensor<?x?xi64>) -> (tensor<?x?x96xf32>, tensor<?x96xf32>) {
    %words.weight = ml_program.global_load_const @words.weight : tensor<256x96xf32>
    %places.weight = ml_program.global_load_const @places.weight : tensor<256x96xf32>
    %norm.weight = ml_program.global_load_const @norm.weight : tensor<96xf32>
    %norm.bias = ml_program.global_load_const @norm.bias : tensor<96xf32>
    %layers.0.query.weight = ml_program.global_load_const @layers.0.query.weight : tensor<96x96xf32>
    %layers.0.query.bias = ml_program.global_load_const @layers.0.query.bias : tensor<96xf32>
    %layers.0.key.weight = ml_program.global_load_const @layers.0.key.weight : tensor<96x96xf32>
    %layers.0.key.bias = ml_program.global_load_const @layers.0.key.bias : tensor<96xf32>
    %layers.0.value.weight = ml_program.global_load_const @layers.0.value.weight : tensor<96x96xf32>
    %layers.0.value.bias = ml_program.global_load_const @layers.0.value.bias : tensor<96xf32>
    %layers.0.out.weight = ml_program.global_load_const @layers.0.out.weight : tensor<96x96xf32>
    %layers.0.out.bias = ml_program.global_load_const @layers.0.out.bias : tensor<96xf32>
    %layers.0.up.weight = ml_program.global_load_const @layers.0.up.weight : tensor<256x96xf32>
    %layers.0.up.bias = ml_program.global_load_const @layers.0.up.bias : tensor<256xf32>
    %layers.0.down.weight = ml_program.global_load_const @layers.0.down.weight : tensor<96x256xf32>
    %layers.0.down.bias = ml_program.global_load_const @layers.0.down.bias : tensor<96xf32>
    %layers.0.norm1.weight = ml_program.global_load_const @layers.0.norm1.weight : tensor<96xf32>
    %layers.0.norm1.bias = ml_program.global_load_const @layers.0.norm1.bias : tensor<96xf32>
    %layers.0.norm2.weight = ml_program.global_load_const @layers.0.norm2.weight : tensor<96xf32>
    %layers.0.norm2.bias = ml_program.global_load_const @layers.0.norm2.bias : tensor<96xf32>
    %layers.1.query.weight = ml_program.global_load_const @layers.1.query.weight : tensor<96x96xf32>
    %layers.1.query.bias = ml_program.global_load_const @layers.1.query.bias : tensor<96xf32>
    %layers.1.key.weight = ml_program.global_load_const @layers.1.key.weight : tensor<96x96xf32>
    %layers.1.key.bias = ml_program.global_load_const @layers.1.key.bias : tensor<96xf32>
    %layers.1.value.weight = ml_program.global_load_const @layers.1.value.weight : tensor<96x96xf32>
    %layers.1.value.bias = ml_program.global_load_const @layers.1.value.bias : tensor<96xf32>
    %layers.1.out.weight = ml_program.global_load_const @layers.1.out.weight : tensor<96x96xf32>
    %layers.1.out.bias = ml_program.global_load_const @layers.1.out.bias : tensor<96xf32>
    %layers.1.up.weight = ml_program.global_load_const @layers.1.up.weight : tensor<256x96xf32>
    %layers.1.up.bias = ml_program.global_load_const @layers.1.up.bias : tensor<256xf32>
    %layers.1.down.weight = ml_program.global_load_const @layers.1.down.weight : tensor<96x256xf32>
    %layers.1.down.bias = ml_program.global_load_const @layers.1.down.bias : tensor<96xf32>
    %layers.1.norm1.weight = ml_program.global_load_const @layers.1.norm1.weight : tensor<96xf32>
    %layers.1.norm1.bias = ml_program.global_load_const @layers.1.norm1.bias : tensor<96xf32>
    %layers.1.norm2.weight = ml_program.global_load_const @layers.1.norm2.weight : tensor<96xf32>
    %layers.1.norm2.bias = ml_program.global_load_const @layers.1.norm2.bias : tensor<96xf32>
    %c96_i64 = arith.constant 96 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c4 = arith.constant 4 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 0.20412414523193151 : f64
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 9.600000e+01 : f32
    %cst_6 = arith.constant -1.000000e+09 : f32
    %cst_7 = arith.constant 1.41421354 : f32
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xi64>
    %0 = arith.index_cast %dim : index to i64
    %dim_8 = tensor.dim %arg0, %c1 : tensor<?x?xi64>
    %1 = arith.index_cast %dim_8 : index to i64
    %dim_9 = tensor.dim %arg1, %c0 : tensor<?x?xi64>
    %dim_10 = tensor.dim %arg1, %c1 : tensor<?x?xi64>
    %2 = tensor.empty(%dim_9, %dim_10) : tensor<?x?xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<?x?xi64>) outs(%2 : tensor<?x?xf32>) {
    ^bb0(%in: i64, %out: f32):
      %171 = arith.sitofp %in : i64 to f32
      linalg.yield %171 : f32
    } -> tensor<?x?xf32>
    %4 = tensor.empty(%dim, %dim_8) : tensor<?x?x96xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<?x?xi64>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: i64, %out: f32):
      %171 = arith.index_cast %in : i64 to index
      %172 = linalg.index 2 : index
      %173 = arith.cmpi slt, %171, %c256 : index
      cf.assert %173, "index must be smaller than dim size"
      %174 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %174, "index must be larger or equal to 0"
      %extracted = tensor.extract %words.weight[%171, %172] : tensor<256x96xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x96xf32>
    %6 = tensor.empty(%dim_8) : tensor<?xi64>
    %7 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%6 : tensor<?xi64>) {
    ^bb0(%out: i64):
      %171 = linalg.index 0 : index
      %172 = arith.index_cast %171 : index to i64
      linalg.yield %172 : i64
    } -> tensor<?xi64>
    %8 = tensor.empty(%dim_8) : tensor<?x96xf32>
    %9 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<?xi64>) outs(%8 : tensor<?x96xf32>) {
    ^bb0(%in: i64, %out: f32):
      %171 = arith.index_cast %in : i64 to index
      %172 = linalg.index 1 : index
      %173 = arith.cmpi slt, %171, %c256 : index
      cf.assert %173, "index must be smaller than dim size"
      %174 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %174, "index must be larger or equal to 0"
      %extracted = tensor.extract %places.weight[%171, %172] : tensor<256x96xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x96xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %9 : tensor<?x?x96xf32>, tensor<?x96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %11 = tensor.empty(%dim, %dim_8) : tensor<?x?x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<?x?x96xf32>) outs(%12 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x1xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x1xf32>
    %15 = tensor.empty(%dim, %dim_8) : tensor<?x?x96xf32>
    %collapsed = tensor.collapse_shape %14 [[0], [1, 2]] : tensor<?x?x1xf32> into tensor<?x?xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<?x?xf32>) outs(%15 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x96xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %16 : tensor<?x?x96xf32>, tensor<?x?x96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %17 : tensor<?x?x96xf32>, tensor<?x?x96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%18 : tensor<?x?x96xf32>) outs(%12 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_4 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x?x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x1xf32>
    %collapsed_11 = tensor.collapse_shape %22 [[0], [1, 2]] : tensor<?x?x1xf32> into tensor<?x?xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_11 : tensor<?x?xf32>) outs(%15 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x96xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %23 : tensor<?x?x96xf32>, tensor<?x?x96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %norm.weight : tensor<?x?x96xf32>, tensor<96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %norm.bias : tensor<?x?x96xf32>, tensor<96xf32>) outs(%4 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %collapsed_12 = tensor.collapse_shape %26 [[0, 1], [2]] : tensor<?x?x96xf32> into tensor<?x96xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.subf %cst_1, %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x?xf32>
    %expanded = tensor.expand_shape %27 [[0], [1, 2, 3]] output_shape [%dim_9, 1, 1, %dim_10] : tensor<?x?xf32> into tensor<?x1x1x?xf32>
    %28 = tensor.empty(%dim_9, %dim_10) : tensor<?x1x1x?xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<?x1x1x?xf32>) outs(%28 : tensor<?x1x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.mulf %in, %cst_6 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1x1x?xf32>
    %30 = tensor.empty() : tensor<96x96xf32>
    %transposed = linalg.transpose ins(%layers.0.query.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %31 = affine.apply #map9()[%dim, %dim_8]
    %32 = tensor.empty(%31) : tensor<?x96xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %34 = linalg.matmul ins(%collapsed_12, %transposed : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %layers.0.query.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %from_elements = tensor.from_elements %0, %1, %c96_i64 : tensor<3xi64>
    %reshape = tensor.reshape %35(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_13 = tensor.expand_shape %reshape [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %36 = tensor.empty(%dim, %dim_8) : tensor<?x4x?x24xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<?x?x4x24xf32>) outs(%36 : tensor<?x4x?x24xf32>) permutation = [0, 2, 1, 3] 
    %transposed_15 = linalg.transpose ins(%layers.0.key.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %37 = linalg.matmul ins(%collapsed_12, %transposed_15 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %layers.0.key.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_16 = tensor.reshape %38(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_17 = tensor.expand_shape %reshape_16 [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %transposed_18 = linalg.transpose ins(%layers.0.value.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %39 = linalg.matmul ins(%collapsed_12, %transposed_18 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%39, %layers.0.value.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_19 = tensor.reshape %40(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_20 = tensor.expand_shape %reshape_19 [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<?x?x4x24xf32>) outs(%36 : tensor<?x4x?x24xf32>) permutation = [0, 2, 1, 3] 
    %41 = tensor.empty(%dim, %dim_8) : tensor<?x4x24x?xf32>
    %transposed_22 = linalg.transpose ins(%expanded_17 : tensor<?x?x4x24xf32>) outs(%41 : tensor<?x4x24x?xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_23 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<?x4x?x24xf32> into tensor<?x?x24xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<?x4x24x?xf32> into tensor<?x24x?xf32>
    %42 = arith.muli %dim, %c4 : index
    %43 = tensor.empty(%42, %dim_8, %dim_8) : tensor<?x?x?xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %45 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<?x?x24xf32>, tensor<?x24x?xf32>) outs(%44 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %46 = arith.divsi %42, %c4 : index
    %expanded_25 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [%46, 4, %dim_8, %dim_8] : tensor<?x?x?xf32> into tensor<?x4x?x?xf32>
    %47 = tensor.empty(%46, %dim_8, %dim_8) : tensor<?x4x?x?xf32>
    %48 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<?x4x?x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_3 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x4x?x?xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %29 : tensor<?x4x?x?xf32>, tensor<?x1x1x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %50 = tensor.empty(%46, %dim_8) : tensor<?x4x?xi64>
    %51 = linalg.fill ins(%c0_i64 : i64) outs(%50 : tensor<?x4x?xi64>) -> tensor<?x4x?xi64>
    %52 = tensor.empty(%46, %dim_8) : tensor<?x4x?xf32>
    %53 = linalg.fill ins(%cst_0 : f32) outs(%52 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %54:2 = linalg.generic {indexing_maps = [#map8, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<?x4x?x?xf32>) outs(%53, %51 : tensor<?x4x?xf32>, tensor<?x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_69: i64):
      %171 = linalg.index 3 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.maximumf %in, %out : f32
      %174 = arith.cmpf ogt, %in, %out : f32
      %175 = arith.select %174, %172, %out_69 : i64
      linalg.yield %173, %175 : f32, i64
    } -> (tensor<?x4x?xf32>, tensor<?x4x?xi64>)
    %expanded_26 = tensor.expand_shape %54#0 [[0], [1], [2, 3]] output_shape [%46, 4, %dim_8, 1] : tensor<?x4x?xf32> into tensor<?x4x?x1xf32>
    %55 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_26 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %56 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<?x4x?x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.exp %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %57 = tensor.empty(%46, %dim_8) : tensor<?x4x?x1xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<?x4x?x1xf32>) -> tensor<?x4x?x1xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56 : tensor<?x4x?x?xf32>) outs(%58 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x1xf32>
    %60 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.divf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %61 = arith.maxui %46, %dim : index
    %collapsed_27 = tensor.collapse_shape %60 [[0, 1], [2], [3]] : tensor<?x4x?x?xf32> into tensor<?x?x?xf32>
    %collapsed_28 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<?x4x?x24xf32> into tensor<?x?x24xf32>
    %62 = arith.muli %61, %c4 : index
    %63 = tensor.empty(%62, %dim_8) : tensor<?x?x24xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<?x?x24xf32>) -> tensor<?x?x24xf32>
    %65 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<?x?x?xf32>, tensor<?x?x24xf32>) outs(%64 : tensor<?x?x24xf32>) -> tensor<?x?x24xf32>
    %66 = arith.divsi %62, %c4 : index
    %expanded_29 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [%66, 4, %dim_8, 24] : tensor<?x?x24xf32> into tensor<?x4x?x24xf32>
    %67 = tensor.empty(%66, %dim_8) : tensor<?x?x4x24xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<?x4x?x24xf32>) outs(%67 : tensor<?x?x4x24xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<?x?x4x24xf32> into tensor<?x96xf32>
    %transposed_32 = linalg.transpose ins(%layers.0.out.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %68 = affine.apply #map9()[%66, %dim_8]
    %69 = tensor.empty(%68) : tensor<?x96xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %71 = linalg.matmul ins(%collapsed_31, %transposed_32 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%70 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%71, %layers.0.out.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%69 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_12, %72 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %74 = tensor.empty(%31) : tensor<?x1xf32>
    %75 = linalg.fill ins(%cst : f32) outs(%74 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%73 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %78 = tensor.empty(%31) : tensor<?x96xf32>
    %collapsed_33 = tensor.collapse_shape %77 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_33 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%73, %79 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %80 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%81 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_4 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%84 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_34 = tensor.collapse_shape %85 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %86 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_34 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %86 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%87, %layers.0.norm1.weight : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%88, %layers.0.norm1.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %90 = tensor.empty() : tensor<96x256xf32>
    %transposed_35 = linalg.transpose ins(%layers.0.up.weight : tensor<256x96xf32>) outs(%90 : tensor<96x256xf32>) permutation = [1, 0] 
    %91 = tensor.empty(%31) : tensor<?x256xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %93 = linalg.matmul ins(%89, %transposed_35 : tensor<?x96xf32>, tensor<96x256xf32>) outs(%92 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%93, %layers.0.up.bias : tensor<?x256xf32>, tensor<256xf32>) outs(%91 : tensor<?x256xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x256xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<?x256xf32>) outs(%91 : tensor<?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_7 : f32
      %172 = math.erf %171 : f32
      %173 = arith.addf %172, %cst_1 : f32
      %174 = arith.mulf %173, %cst_2 : f32
      %175 = arith.mulf %in, %174 : f32
      linalg.yield %175 : f32
    } -> tensor<?x256xf32>
    %96 = tensor.empty() : tensor<256x96xf32>
    %transposed_36 = linalg.transpose ins(%layers.0.down.weight : tensor<96x256xf32>) outs(%96 : tensor<256x96xf32>) permutation = [1, 0] 
    %97 = linalg.matmul ins(%95, %transposed_36 : tensor<?x256xf32>, tensor<256x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%97, %layers.0.down.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%89, %98 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%99 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_37 = tensor.collapse_shape %101 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%99, %102 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%103, %103 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%104 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_4 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_38 = tensor.collapse_shape %108 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %109 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_38 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%103, %109 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%110, %layers.0.norm2.weight : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%111, %layers.0.norm2.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %transposed_39 = linalg.transpose ins(%layers.1.query.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %113 = linalg.matmul ins(%112, %transposed_39 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %layers.1.query.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_40 = tensor.reshape %114(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_41 = tensor.expand_shape %reshape_40 [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<?x?x4x24xf32>) outs(%36 : tensor<?x4x?x24xf32>) permutation = [0, 2, 1, 3] 
    %transposed_43 = linalg.transpose ins(%layers.1.key.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %115 = linalg.matmul ins(%112, %transposed_43 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%115, %layers.1.key.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_44 = tensor.reshape %116(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_45 = tensor.expand_shape %reshape_44 [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %transposed_46 = linalg.transpose ins(%layers.1.value.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %117 = linalg.matmul ins(%112, %transposed_46 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%117, %layers.1.value.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_47 = tensor.reshape %118(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_48 = tensor.expand_shape %reshape_47 [[0], [1], [2, 3]] output_shape [%dim, %dim_8, 4, 24] : tensor<?x?x96xf32> into tensor<?x?x4x24xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<?x?x4x24xf32>) outs(%36 : tensor<?x4x?x24xf32>) permutation = [0, 2, 1, 3] 
    %transposed_50 = linalg.transpose ins(%expanded_45 : tensor<?x?x4x24xf32>) outs(%41 : tensor<?x4x24x?xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_51 = tensor.collapse_shape %transposed_42 [[0, 1], [2], [3]] : tensor<?x4x?x24xf32> into tensor<?x?x24xf32>
    %collapsed_52 = tensor.collapse_shape %transposed_50 [[0, 1], [2], [3]] : tensor<?x4x24x?xf32> into tensor<?x24x?xf32>
    %119 = linalg.batch_matmul ins(%collapsed_51, %collapsed_52 : tensor<?x?x24xf32>, tensor<?x24x?xf32>) outs(%44 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %expanded_53 = tensor.expand_shape %119 [[0, 1], [2], [3]] output_shape [%46, 4, %dim_8, %dim_8] : tensor<?x?x?xf32> into tensor<?x4x?x?xf32>
    %120 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_53 : tensor<?x4x?x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_3 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x4x?x?xf32>
    %121 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120, %29 : tensor<?x4x?x?xf32>, tensor<?x1x1x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %122:2 = linalg.generic {indexing_maps = [#map8, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%121 : tensor<?x4x?x?xf32>) outs(%53, %51 : tensor<?x4x?xf32>, tensor<?x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_69: i64):
      %171 = linalg.index 3 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.maximumf %in, %out : f32
      %174 = arith.cmpf ogt, %in, %out : f32
      %175 = arith.select %174, %172, %out_69 : i64
      linalg.yield %173, %175 : f32, i64
    } -> (tensor<?x4x?xf32>, tensor<?x4x?xi64>)
    %expanded_54 = tensor.expand_shape %122#0 [[0], [1], [2, 3]] output_shape [%46, 4, %dim_8, 1] : tensor<?x4x?xf32> into tensor<?x4x?x1xf32>
    %123 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %expanded_54 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %124 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<?x4x?x?xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.exp %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %125 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%124 : tensor<?x4x?x?xf32>) outs(%58 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x1xf32>
    %126 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %125 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%47 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.divf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x4x?x?xf32>
    %collapsed_55 = tensor.collapse_shape %126 [[0, 1], [2], [3]] : tensor<?x4x?x?xf32> into tensor<?x?x?xf32>
    %collapsed_56 = tensor.collapse_shape %transposed_49 [[0, 1], [2], [3]] : tensor<?x4x?x24xf32> into tensor<?x?x24xf32>
    %127 = linalg.batch_matmul ins(%collapsed_55, %collapsed_56 : tensor<?x?x?xf32>, tensor<?x?x24xf32>) outs(%64 : tensor<?x?x24xf32>) -> tensor<?x?x24xf32>
    %expanded_57 = tensor.expand_shape %127 [[0, 1], [2], [3]] output_shape [%66, 4, %dim_8, 24] : tensor<?x?x24xf32> into tensor<?x4x?x24xf32>
    %transposed_58 = linalg.transpose ins(%expanded_57 : tensor<?x4x?x24xf32>) outs(%67 : tensor<?x?x4x24xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_59 = tensor.collapse_shape %transposed_58 [[0, 1], [2, 3]] : tensor<?x?x4x24xf32> into tensor<?x96xf32>
    %transposed_60 = linalg.transpose ins(%layers.1.out.weight : tensor<96x96xf32>) outs(%30 : tensor<96x96xf32>) permutation = [1, 0] 
    %128 = linalg.matmul ins(%collapsed_59, %transposed_60 : tensor<?x96xf32>, tensor<96x96xf32>) outs(%70 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%128, %layers.1.out.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%69 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%112, %129 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%130 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_61 = tensor.collapse_shape %132 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_61 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%130, %133 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%134, %134 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%135 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%137 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_4 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_62 = tensor.collapse_shape %139 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_62 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%134, %140 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%141, %layers.1.norm1.weight : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%142, %layers.1.norm1.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %transposed_63 = linalg.transpose ins(%layers.1.up.weight : tensor<256x96xf32>) outs(%90 : tensor<96x256xf32>) permutation = [1, 0] 
    %144 = linalg.matmul ins(%143, %transposed_63 : tensor<?x96xf32>, tensor<96x256xf32>) outs(%92 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%144, %layers.1.up.bias : tensor<?x256xf32>, tensor<256xf32>) outs(%91 : tensor<?x256xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x256xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<?x256xf32>) outs(%91 : tensor<?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_7 : f32
      %172 = math.erf %171 : f32
      %173 = arith.addf %172, %cst_1 : f32
      %174 = arith.mulf %173, %cst_2 : f32
      %175 = arith.mulf %in, %174 : f32
      linalg.yield %175 : f32
    } -> tensor<?x256xf32>
    %transposed_64 = linalg.transpose ins(%layers.1.down.weight : tensor<96x256xf32>) outs(%96 : tensor<256x96xf32>) permutation = [1, 0] 
    %147 = linalg.matmul ins(%146, %transposed_64 : tensor<?x256xf32>, tensor<256x96xf32>) outs(%33 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%147, %layers.1.down.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%143, %148 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%149 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%150 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_65 = tensor.collapse_shape %151 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_65 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%149, %152 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.subf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%153, %153 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map14], iterator_types = ["parallel", "reduction"]} ins(%154 : tensor<?x96xf32>) outs(%75 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_5 : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_4 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<?x1xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%157 : tensor<?x1xf32>) outs(%74 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %collapsed_66 = tensor.collapse_shape %158 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %159 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_66 : tensor<?xf32>) outs(%78 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x96xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%153, %159 : tensor<?x96xf32>, tensor<?x96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%160, %layers.1.norm2.weight : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%161, %layers.1.norm2.bias : tensor<?x96xf32>, tensor<96xf32>) outs(%32 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.addf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %reshape_67 = tensor.reshape %162(%from_elements) : (tensor<?x96xf32>, tensor<3xi64>) -> tensor<?x?x96xf32>
    %expanded_68 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [%dim_9, %dim_10, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %163 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape_67, %expanded_68 : tensor<?x?x96xf32>, tensor<?x?x1xf32>) outs(%15 : tensor<?x?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.mulf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x?x96xf32>
    %164 = tensor.empty(%dim) : tensor<?x96xf32>
    %165 = linalg.fill ins(%cst : f32) outs(%164 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %166 = linalg.generic {indexing_maps = [#map2, #map15], iterator_types = ["parallel", "reduction", "parallel"]} ins(%163 : tensor<?x?x96xf32>) outs(%165 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    %167 = tensor.empty(%dim_9) : tensor<?x1xf32>
    %168 = linalg.fill ins(%cst : f32) outs(%167 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map15], iterator_types = ["parallel", "reduction", "parallel"]} ins(%expanded_68 : tensor<?x?x1xf32>) outs(%168 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<?x1xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map14, #map], iterator_types = ["parallel", "parallel"]} ins(%166, %169 : tensor<?x96xf32>, tensor<?x1xf32>) outs(%164 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %171 = arith.divf %in, %in_69 : f32
      linalg.yield %171 : f32
    } -> tensor<?x96xf32>
    return %reshape_67, %170 : tensor<?x?x96xf32>, tensor<?x96xf32>
  }
}
