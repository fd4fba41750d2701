/// A point of the curve y² = x³ - 3x + b other than infinity, in affine coordinates.
struct AffinePoint: Hashable, Sendable {
    var x: FieldElement
    var y: FieldElement

    /// The coefficient b of the curve (SP 800-186), in Montgomery's form.
    private static let b = FieldElement(
        montgomery: UInt256(0xd89c_df62_29c4_bddf, 0xacf0_05cd_7884_3090, 0xe5a2_20ab_f721_2ed6, 0xdc30_061d_0487_4834)
    )

    /// The generator G of the group (SP 800-186), in Montgomery's form.
    static let generator = AffinePoint(
        x: FieldElement(
            montgomery: UInt256(
                0x79e7_30d4_18a9_143c,
                0x75ba_95fc_5fed_b601,
                0x79fb_732b_7762_2510,
                0x1890_5f76_a537_55c6
            )
        ),
        y: FieldElement(
            montgomery: UInt256(
                0xddf2_5357_ce95_560a,
                0x8b4a_b8e4_ba19_e45c,
                0xd2e8_8688_dd21_f325,
                0x8571_ff18_2588_5d85
            )
        )
    )

    /// Returns x³ - 3x + b, the square of y for a point with this x.
    static func squareOfY(at x: FieldElement) -> FieldElement {
        (x.squared - .one - .one - .one) * x + b
    }

    var isOnCurve: Bool {
        y.squared == Self.squareOfY(at: x)
    }

    static prefix func - (point: AffinePoint) -> AffinePoint {
        AffinePoint(x: point.x, y: -point.y)
    }
}
