#extern = #ml_program.extern : tensor<256x128xbf16>
#extern1 = #ml_program.extern : tensor<256xbf16>
#extern2 = #ml_program.extern : tensor<64x256xbf16>
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  ml_program.global private @up.weight(#extern) : tensor<256x128xbf16>
  ml_program.global private @up.bias(#extern1) : tensor<256xbf16>
  ml_program.global private @down.weight(#extern2) : tensor<64x256xbf16>
  func.func @main(%arg0: tensor<48x128xbf16>) -> tensor<48x64xbf16> {
    %up.weight = ml_program.global_load_const @up.weight : tensor<256x128xbf16>
    %up.bias = ml_program.global_load_const @up.bias : tensor<256xbf16>
    %down.weight = ml_program.global_load_const @down.weight : tensor<64x256xbf16>
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %0 = tensor.empty() : tensor<128x256xbf16>
    %transposed = linalg.transpose ins(%up.weight : tensor<256x128xbf16>) outs(%0 : tensor<128x256xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%up.bias : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %21 = arith.extf %in : bf16 to f32
      linalg.yield %21 : f32
    } -> tensor<256xf32>
    %3 = tensor.empty() : tensor<48x128xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<48x128xbf16>) outs(%3 : tensor<48x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %21 = arith.extf %in : bf16 to f32
      linalg.yield %21 : f32
    } -> tensor<48x128xf32>
    %5 = tensor.empty() : tensor<128x256xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<128x256xbf16>) outs(%5 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %21 = arith.extf %in : bf16 to f32
      linalg.yield %21 : f32
    } -> tensor<128x256xf32>
    %7 = tensor.empty() : tensor<48x256xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<48x256xf32>) -> tensor<48x256xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<48x128xf32>, tensor<128x256xf32>) outs(%8 : tensor<48x256xf32>) -> tensor<48x256xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<256xf32>) outs(%7 : tensor<48x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x256xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<48x256xf32>, tensor<48x256xf32>) outs(%7 : tensor<48x256xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %21 = arith.addf %in, %in_2 : f32
      linalg.yield %21 : f32
    } -> tensor<48x256xf32>
    %12 = tensor.empty() : tensor<48x256xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<48x256xf32>) outs(%12 : tensor<48x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %21 = arith.truncf %in : f32 to bf16
      linalg.yield %21 : bf16
    } -> tensor<48x256xbf16>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<48x256xbf16>) outs(%12 : tensor<48x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %21 = arith.cmpf ugt, %in, %cst_0 : bf16
      %22 = arith.select %21, %in, %cst_0 : bf16
      linalg.yield %22 : bf16
    } -> tensor<48x256xbf16>
    %15 = tensor.empty() : tensor<256x64xbf16>
    %transposed_1 = linalg.transpose ins(%down.weight : tensor<64x256xbf16>) outs(%15 : tensor<256x64xbf16>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<48x64xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %18 = linalg.matmul ins(%14, %transposed_1 : tensor<48x256xbf16>, tensor<256x64xbf16>) outs(%17 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %19 = tensor.empty() : tensor<48x64xbf16>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<48x64xf32>) outs(%19 : tensor<48x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %21 = arith.truncf %in : f32 to bf16
      linalg.yield %21 : bf16
    } -> tensor<48x64xbf16>
    return %20 : tensor<48x64xbf16>
  }
}
