#extern = #ml_program.extern : tensor<16x3x3x3xf32>
#extern1 = #ml_program.extern : tensor<16xf32>
#extern2 = #ml_program.extern : tensor<12x16x1x1xf32>
#extern3 = #ml_program.extern : tensor<12xf32>
#extern4 = #ml_program.extern : tensor<8x16x1x1xf32>
#extern5 = #ml_program.extern : tensor<8xf32>
#extern6 = #ml_program.extern : tensor<20x8x3x3xf32>
#extern7 = #ml_program.extern : tensor<20xf32>
#extern8 = #ml_program.extern : tensor<40x40x3x3xf32>
#extern9 = #ml_program.extern : tensor<40xf32>
#extern10 = #ml_program.extern : tensor<40x40x1x1xf32>
#extern11 = #ml_program.extern : tensor<10x40xf32>
#extern12 = #ml_program.extern : tensor<10xf32>
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
module {
  ml_program.global private @stem.conv.weight(#extern) : tensor<16x3x3x3xf32>
  ml_program.global private @stem.norm.weight(#extern1) : tensor<16xf32>
  ml_program.global private @stem.norm.bias(#extern1) : tensor<16xf32>
  ml_program.global private @stem.norm.running_mean(#extern1) : tensor<16xf32>
  ml_program.global private @stem.norm.running_var(#extern1) : tensor<16xf32>
  ml_program.global private @parallel.point.conv.weight(#extern2) : tensor<12x16x1x1xf32>
  ml_program.global private @parallel.point.norm.weight(#extern3) : tensor<12xf32>
  ml_program.global private @parallel.point.norm.bias(#extern3) : tensor<12xf32>
  ml_program.global private @parallel.point.norm.running_mean(#extern3) : tensor<12xf32>
  ml_program.global private @parallel.point.norm.running_var(#extern3) : tensor<12xf32>
  ml_program.global private @parallel.narrow.conv.weight(#extern4) : tensor<8x16x1x1xf32>
  ml_program.global private @parallel.narrow.norm.weight(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.narrow.norm.bias(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.narrow.norm.running_mean(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.narrow.norm.running_var(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.wide.conv.weight(#extern6) : tensor<20x8x3x3xf32>
  ml_program.global private @parallel.wide.norm.weight(#extern7) : tensor<20xf32>
  ml_program.global private @parallel.wide.norm.bias(#extern7) : tensor<20xf32>
  ml_program.global private @parallel.wide.norm.running_mean(#extern7) : tensor<20xf32>
  ml_program.global private @parallel.wide.norm.running_var(#extern7) : tensor<20xf32>
  ml_program.global private @parallel.pooled.conv.weight(#extern4) : tensor<8x16x1x1xf32>
  ml_program.global private @parallel.pooled.norm.weight(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.pooled.norm.bias(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.pooled.norm.running_mean(#extern5) : tensor<8xf32>
  ml_program.global private @parallel.pooled.norm.running_var(#extern5) : tensor<8xf32>
  ml_program.global private @residual.first.conv.weight(#extern8) : tensor<40x40x3x3xf32>
  ml_program.global private @residual.first.norm.weight(#extern9) : tensor<40xf32>
  ml_program.global private @residual.first.norm.bias(#extern9) : tensor<40xf32>
  ml_program.global private @residual.first.norm.running_mean(#extern9) : tensor<40xf32>
  ml_program.global private @residual.first.norm.running_var(#extern9) : tensor<40xf32>
  ml_program.global private @residual.second.conv.weight(#extern8) : tensor<40x40x3x3xf32>
  ml_program.global private @residual.second.norm.weight(#extern9) : tensor<40xf32>
  ml_program.global private @residual.second.norm.bias(#extern9) : tensor<40xf32>
  ml_program.global private @residual.second.norm.running_mean(#extern9) : tensor<40xf32>
  ml_program.global private @residual.second.norm.running_var(#extern9) : tensor<40xf32>
  ml_program.global private @residual.skip.conv.weight(#extern10) : tensor<40x40x1x1xf32>
  ml_program.global private @residual.skip.norm.weight(#extern9) : tensor<40xf32>
  ml_program.global private @residual.skip.norm.bias(#extern9) : tensor<40xf32>
  ml_program.global private @residual.skip.norm.running_mean(#extern9) : tensor<40xf32>
  ml_program.global private @residual.skip.norm.running_var(#extern9) : tensor<40xf32>
  ml_program.global private @head.weight(#extern11) : tensor<10x40xf32>
  ml_program.global private @head.bias(#extern12) : tensor<10xf32>
  func.func @main(%arg0: tensor<1x3x32x32xf32>) -> tensor<1x10xf32> {
    %stem.conv.weight = ml_program.global_load_const @stem.conv.weight : tensor<16x3x3x3xf32>
    %stem.norm.weight = ml_program.global_load_const @stem.norm.weight : tensor<16xf32>
    %stem.norm.bias = ml_program.global_load_const @stem.norm.bias : tensor<16xf32>
    %stem.norm.running_mean = ml_program.global_load_const @stem.norm.running_mean : tensor<16xf32>
    %stem.norm.running_var = ml_program.global_load_const @stem.norm.running_var : tensor<16xf32>
    %parallel.point.conv.weight = ml_program.global_load_const @parallel.point.conv.weight : tensor<12x16x1x1xf32>
    %parallel.point.norm.weight = ml_program.global_load_const @parallel.point.norm.weight : tensor<12xf32>
    %parallel.point.norm.bias = ml_program.global_load_const @parallel.point.norm.bias : tensor<12xf32>
    %parallel.point.norm.running_mean = ml_program.global_load_const @parallel.point.norm.running_mean : tensor<12xf32>
    %parallel.point.norm.running_var = ml_program.global_load_const @parallel.point.norm.running_var : tensor<12xf32>
    %parallel.narrow.conv.weight = ml_program.global_load_const @parallel.narrow.conv.weight : tensor<8x16x1x1xf32>
    %parallel.narrow.norm.weight = ml_program.global_load_const @parallel.narrow.norm.weight : tensor<8xf32>
    %parallel.narrow.norm.bias = ml_program.global_load_const @parallel.narrow.norm.bias : tensor<8xf32>
    %parallel.narrow.norm.running_mean = ml_program.global_load_const @parallel.narrow.norm.running_mean : tensor<8xf32>
    %parallel.narrow.norm.running_var = ml_program.global_load_const @parallel.narrow.norm.running_var : tensor<8xf32>
    %parallel.wide.conv.weight = ml_program.global_load_const @parallel.wide.conv.weight : tensor<20x8x3x3xf32>
    %parallel.wide.norm.weight = ml_program.global_load_const @parallel.wide.norm.weight : tensor<20xf32>
    %parallel.wide.norm.bias = ml_program.global_load_const @parallel.wide.norm.bias : tensor<20xf32>
    %parallel.wide.norm.running_mean = ml_program.global_load_const @parallel.wide.norm.running_mean : tensor<20xf32>
    %parallel.wide.norm.running_var = ml_program.global_load_const @parallel.wide.norm.running_var : tensor<20xf32>
    %parallel.pooled.conv.weight = ml_program.global_load_const @parallel.pooled.conv.weight : tensor<8x16x1x1xf32>
    %parallel.pooled.norm.weight = ml_program.global_load_const @parallel.pooled.norm.weight : tensor<8xf32>
    %parallel.pooled.norm.bias = ml_program.global_load_const @parallel.pooled.norm.bias : tensor<8xf32>
    %parallel.pooled.norm.running_mean = ml_program.global_load_const @parallel.pooled.norm.running_mean : tensor<8xf32>
    %parallel.pooled.norm.running_var = ml_program.global_load_const @parallel.pooled.norm.running_var : tensor<8xf32>
    %residual.first.conv.weight = ml_program.global_load_const @residual.first.conv.weight : tensor<40x40x3x3xf32>
    %residual.first.norm.weight = ml_program.global_load_const @residual.first.norm.weight : tensor<40xf32>
    %residual.first.norm.bias = ml_program.global_load_const @residual.first.norm.bias : tensor<40xf32>
    %residual.first.norm.running_mean = ml_program.global_load_const @residual.first.norm.running_mean : tensor<40xf32>
    %residual.first.norm.running_var = ml_program.global_load_const @residual.first.norm.running_var : tensor<40xf32>
    %residual.second.conv.weight = ml_program.global_load_const @residual.second.conv.weight : tensor<40x40x3x3xf32>
    %residual.second.norm.weight = ml_program.global_load_const @residual.second.norm.weight : tensor<40xf32>
    %residual.second.norm.bias = ml_program.global_load_const @residual.second.norm.bias : tensor<40xf32>
    %residual.second.norm.running_mean = ml_program.global_load_const @residual.second.norm.running_mean : tensor<40xf32>
    %residual.second.norm.running_var = ml_program.global_load_const @residual.second.norm.running_var : tensor<40xf32>
    %residual.skip.conv.weight = ml_program.global_load_const @residual.skip.conv.weight : tensor<40x40x1x1xf32>
    %residual.skip.norm.weight = ml_program.global_load_const @residual.skip.norm.weight : tensor<40xf32>
    %residual.skip.norm.bias = ml_program.global_load_const @residual.skip.norm.bias : tensor<40xf32>
    %residual.skip.norm.running_mean = ml_program.global_load_const @residual.skip.norm.running_mean : tensor<40xf32>
    %residual.skip.norm.running_var = ml_program.global_load_const @residual.skip.norm.running_var : tensor<40xf32>
    %head.weight = ml_program.global_load_const @head.weight : tensor<10x40xf32>
    %head.bias = ml_program.global_load_const @head.bias : tensor<10xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 9.000000e+00 : f32
    %cst_3 = arith.constant 6.400000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x3x32x32xf32> to tensor<1x3x34x34xf32>
    %0 = tensor.empty() : tensor<1x16x32x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %stem.conv.weight : tensor<1x3x34x34xf32>, tensor<16x3x3x3xf32>) outs(%1 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %3 = tensor.empty() : tensor<16xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%stem.norm.running_var : tensor<16xf32>) outs(%3 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<16xf32>) outs(%3 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<16xf32>
    %expanded = tensor.expand_shape %stem.norm.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_4 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<1x16x32x32xf32>, tensor<16x1x1xf32>) outs(%0 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x16x32x32xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_4 : tensor<1x16x32x32xf32>, tensor<16x1x1xf32>) outs(%0 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x16x32x32xf32>
    %expanded_5 = tensor.expand_shape %stem.norm.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_5 : tensor<1x16x32x32xf32>, tensor<16x1x1xf32>) outs(%0 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x16x32x32xf32>
    %expanded_6 = tensor.expand_shape %stem.norm.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_6 : tensor<1x16x32x32xf32>, tensor<16x1x1xf32>) outs(%0 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x16x32x32xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x16x32x32xf32>) outs(%0 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x16x32x32xf32>
    %padded_7 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x16x32x32xf32> to tensor<1x16x34x34xf32>
    %11 = tensor.empty() : tensor<1x16x16x16xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %13 = tensor.empty() : tensor<3x3xf32>
    %14 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_7, %13 : tensor<1x16x34x34xf32>, tensor<3x3xf32>) outs(%12 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %padded_8 = tensor.pad %14 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x16x16x16xf32> to tensor<1x16x18x18xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %16 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %13 : tensor<1x16x18x18xf32>, tensor<3x3xf32>) outs(%15 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x16x16x16xf32>) outs(%11 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_2 : f32
      linalg.yield %96 : f32
    } -> tensor<1x16x16x16xf32>
    %18 = tensor.empty() : tensor<1x12x16x16xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x12x16x16xf32>) -> tensor<1x12x16x16xf32>
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%14, %parallel.point.conv.weight : tensor<1x16x16x16xf32>, tensor<12x16x1x1xf32>) outs(%19 : tensor<1x12x16x16xf32>) -> tensor<1x12x16x16xf32>
    %21 = tensor.empty() : tensor<12xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%parallel.point.norm.running_var : tensor<12xf32>) outs(%21 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<12xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%22 : tensor<12xf32>) outs(%21 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<12xf32>
    %expanded_9 = tensor.expand_shape %parallel.point.norm.running_mean [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %expanded_10 = tensor.expand_shape %23 [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_9 : tensor<1x12x16x16xf32>, tensor<12x1x1xf32>) outs(%18 : tensor<1x12x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x12x16x16xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_10 : tensor<1x12x16x16xf32>, tensor<12x1x1xf32>) outs(%18 : tensor<1x12x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x12x16x16xf32>
    %expanded_11 = tensor.expand_shape %parallel.point.norm.weight [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_11 : tensor<1x12x16x16xf32>, tensor<12x1x1xf32>) outs(%18 : tensor<1x12x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x12x16x16xf32>
    %expanded_12 = tensor.expand_shape %parallel.point.norm.bias [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %expanded_12 : tensor<1x12x16x16xf32>, tensor<12x1x1xf32>) outs(%18 : tensor<1x12x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x12x16x16xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x12x16x16xf32>) outs(%18 : tensor<1x12x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x12x16x16xf32>
    %29 = tensor.empty() : tensor<1x8x16x16xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
    %31 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%14, %parallel.narrow.conv.weight : tensor<1x16x16x16xf32>, tensor<8x16x1x1xf32>) outs(%30 : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
    %32 = tensor.empty() : tensor<8xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%parallel.narrow.norm.running_var : tensor<8xf32>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<8xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%33 : tensor<8xf32>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<8xf32>
    %expanded_13 = tensor.expand_shape %parallel.narrow.norm.running_mean [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %expanded_14 = tensor.expand_shape %34 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_13 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_14 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %expanded_15 = tensor.expand_shape %parallel.narrow.norm.weight [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_15 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %expanded_16 = tensor.expand_shape %parallel.narrow.norm.bias [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_16 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x8x16x16xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x8x16x16xf32>
    %padded_17 = tensor.pad %39 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x8x16x16xf32> to tensor<1x8x18x18xf32>
    %40 = tensor.empty() : tensor<1x20x16x16xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<1x20x16x16xf32>) -> tensor<1x20x16x16xf32>
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_17, %parallel.wide.conv.weight : tensor<1x8x18x18xf32>, tensor<20x8x3x3xf32>) outs(%41 : tensor<1x20x16x16xf32>) -> tensor<1x20x16x16xf32>
    %43 = tensor.empty() : tensor<20xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%parallel.wide.norm.running_var : tensor<20xf32>) outs(%43 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<20xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<20xf32>) outs(%43 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<20xf32>
    %expanded_18 = tensor.expand_shape %parallel.wide.norm.running_mean [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %expanded_19 = tensor.expand_shape %45 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_18 : tensor<1x20x16x16xf32>, tensor<20x1x1xf32>) outs(%40 : tensor<1x20x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x20x16x16xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_19 : tensor<1x20x16x16xf32>, tensor<20x1x1xf32>) outs(%40 : tensor<1x20x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x20x16x16xf32>
    %expanded_20 = tensor.expand_shape %parallel.wide.norm.weight [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_20 : tensor<1x20x16x16xf32>, tensor<20x1x1xf32>) outs(%40 : tensor<1x20x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x20x16x16xf32>
    %expanded_21 = tensor.expand_shape %parallel.wide.norm.bias [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_21 : tensor<1x20x16x16xf32>, tensor<20x1x1xf32>) outs(%40 : tensor<1x20x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x20x16x16xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x20x16x16xf32>) outs(%40 : tensor<1x20x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x20x16x16xf32>
    %51 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%17, %parallel.pooled.conv.weight : tensor<1x16x16x16xf32>, tensor<8x16x1x1xf32>) outs(%30 : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%parallel.pooled.norm.running_var : tensor<8xf32>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<8xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%52 : tensor<8xf32>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<8xf32>
    %expanded_22 = tensor.expand_shape %parallel.pooled.norm.running_mean [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %expanded_23 = tensor.expand_shape %53 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %expanded_22 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_23 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %expanded_24 = tensor.expand_shape %parallel.pooled.norm.weight [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %expanded_24 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %expanded_25 = tensor.expand_shape %parallel.pooled.norm.bias [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %expanded_25 : tensor<1x8x16x16xf32>, tensor<8x1x1xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x8x16x16xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x8x16x16xf32>) outs(%29 : tensor<1x8x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x8x16x16xf32>
    %concat = tensor.concat dim(1) %28, %50, %58 : (tensor<1x12x16x16xf32>, tensor<1x20x16x16xf32>, tensor<1x8x16x16xf32>) -> tensor<1x40x16x16xf32>
    %padded_26 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x40x16x16xf32> to tensor<1x40x18x18xf32>
    %59 = tensor.empty() : tensor<1x40x8x8xf32>
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<1x40x8x8xf32>) -> tensor<1x40x8x8xf32>
    %61 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_26, %residual.first.conv.weight : tensor<1x40x18x18xf32>, tensor<40x40x3x3xf32>) outs(%60 : tensor<1x40x8x8xf32>) -> tensor<1x40x8x8xf32>
    %62 = tensor.empty() : tensor<40xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%residual.first.norm.running_var : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<40xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%63 : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<40xf32>
    %expanded_27 = tensor.expand_shape %residual.first.norm.running_mean [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %expanded_28 = tensor.expand_shape %64 [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %expanded_27 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %expanded_28 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_29 = tensor.expand_shape %residual.first.norm.weight [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %expanded_29 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_30 = tensor.expand_shape %residual.first.norm.bias [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_30 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x40x8x8xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x40x8x8xf32>
    %padded_31 = tensor.pad %69 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x40x8x8xf32> to tensor<1x40x10x10xf32>
    %70 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_31, %residual.second.conv.weight : tensor<1x40x10x10xf32>, tensor<40x40x3x3xf32>) outs(%60 : tensor<1x40x8x8xf32>) -> tensor<1x40x8x8xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%residual.second.norm.running_var : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<40xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%71 : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<40xf32>
    %expanded_32 = tensor.expand_shape %residual.second.norm.running_mean [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %expanded_33 = tensor.expand_shape %72 [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %expanded_32 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %expanded_33 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_34 = tensor.expand_shape %residual.second.norm.weight [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %expanded_34 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_35 = tensor.expand_shape %residual.second.norm.bias [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %expanded_35 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %77 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%concat, %residual.skip.conv.weight : tensor<1x40x16x16xf32>, tensor<40x40x1x1xf32>) outs(%60 : tensor<1x40x8x8xf32>) -> tensor<1x40x8x8xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%residual.skip.norm.running_var : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.truncf %cst_1 : f64 to f32
      %97 = arith.addf %in, %96 : f32
      linalg.yield %97 : f32
    } -> tensor<40xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%78 : tensor<40xf32>) outs(%62 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<40xf32>
    %expanded_36 = tensor.expand_shape %residual.skip.norm.running_mean [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %expanded_37 = tensor.expand_shape %79 [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %expanded_36 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.subf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %expanded_37 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_38 = tensor.expand_shape %residual.skip.norm.weight [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %expanded_38 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.mulf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %expanded_39 = tensor.expand_shape %residual.skip.norm.bias [[0, 1, 2]] output_shape [40, 1, 1] : tensor<40xf32> into tensor<40x1x1xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %expanded_39 : tensor<1x40x8x8xf32>, tensor<40x1x1xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %83 : tensor<1x40x8x8xf32>, tensor<1x40x8x8xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x8x8xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<1x40x8x8xf32>) outs(%59 : tensor<1x40x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.cmpf ugt, %in, %cst : f32
      %97 = arith.select %96, %in, %cst : f32
      linalg.yield %97 : f32
    } -> tensor<1x40x8x8xf32>
    %86 = tensor.empty() : tensor<1x40x1x1xf32>
    %87 = linalg.fill ins(%cst : f32) outs(%86 : tensor<1x40x1x1xf32>) -> tensor<1x40x1x1xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%85 : tensor<1x40x8x8xf32>) outs(%87 : tensor<1x40x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x1x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<1x40x1x1xf32>) outs(%86 : tensor<1x40x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_3 : f32
      linalg.yield %96 : f32
    } -> tensor<1x40x1x1xf32>
    %collapsed = tensor.collapse_shape %89 [[0], [1, 2, 3]] : tensor<1x40x1x1xf32> into tensor<1x40xf32>
    %90 = tensor.empty() : tensor<40x10xf32>
    %transposed = linalg.transpose ins(%head.weight : tensor<10x40xf32>) outs(%90 : tensor<40x10xf32>) permutation = [1, 0] 
    %91 = tensor.empty() : tensor<1x10xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %93 = linalg.matmul ins(%collapsed, %transposed : tensor<1x40xf32>, tensor<40x10xf32>) outs(%92 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %94 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%head.bias : tensor<10xf32>) outs(%91 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x10xf32>
    %95 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<1x10xf32>, tensor<1x10xf32>) outs(%91 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %96 = arith.addf %in, %in_40 : f32
      linalg.yield %96 : f32
    } -> tensor<1x10xf32>
    return %95 : tensor<1x10xf32>
  }
}
