// Tests of number conversions.

import Bytes
import Testing

struct NumberTests {
    @Test(
        arguments: [
            (2.5, 3), (-2.5, -3), (1e19, .max), (-1e19, .min), (.infinity, .max), (.nan, 0), (0.4, 0),
        ] as [(Double, Int)])
    func `any value has a nearest whole number`(_ value: Double, _ whole: Int) {
        #expect(Int(nearest: value) == whole)
    }
}
