"""P-256 in exact integers: a slow reference implementation, with which the vectors are made.

The constants are those of FIPS 186-4, appendix D.1.2.3. A point is a pair of integers, and None is the point at infinity.
Points of another curve are added and multiplied with its p and a.
"""

import functools

p = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
n = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

@functools.lru_cache(4096)
def add(left, right, p=p, a=-3):
    if left is None:
        return right
    if right is None:
        return left
    (x1, y1), (x2, y2) = left, right
    if x1 == x2 and (y1 + y2) % p == 0:
        return None
    if left == right:
        slope = (3 * x1 * x1 + a) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    return x3, (slope * (x1 - x3) - y1) % p

def negate(point):
    return None if point is None else (point[0], -point[1] % p)

def multiply(scalar, point=G, p=p, a=-3):
    total, scalar = None, scalar % n
    while scalar:
        if scalar & 1:
            total = add(total, point, p, a)
        point, scalar = add(point, point, p, a), scalar >> 1
    return total

def y_for(x):
    """A y with (x, y) on the curve, or None: p is 3 modulo 4, so a square's root is its (p + 1) / 4th power."""
    square = (x * x * x - 3 * x + b) % p
    y = pow(square, (p + 1) // 4, p)
    return y if y * y % p == square else None

def x_for(y):
    """An x with (x, y) on the curve, or None: the gcd of X^p - X and X^3 - 3X + b - y^2 holds the roots in the field."""
    constant = (b - y * y) % p

    def times(left, right):
        product = [0] * 5
        for i, first in enumerate(left):
            for j, second in enumerate(right):
                product[i + j] += first * second
        for degree in (4, 3):  # X^3 = 3X - constant
            product[degree - 2] += 3 * product[degree]
            product[degree - 3] -= constant * product[degree]
        return [coefficient % p for coefficient in product[:3]]

    power, square, exponent = [1, 0, 0], [0, 1, 0], p
    while exponent:
        if exponent & 1:
            power = times(power, square)
        square, exponent = times(square, square), exponent >> 1
    power[1] = (power[1] - 1) % p
    dividend, divisor = [constant, -3 % p, 0, 1], power
    while True:
        while divisor and divisor[-1] == 0:
            divisor = divisor[:-1]
        if not divisor:
            break
        remainder = list(dividend)
        while len(remainder) >= len(divisor):
            factor = remainder[-1] * pow(divisor[-1], -1, p) % p
            offset = len(remainder) - len(divisor)
            for i, coefficient in enumerate(divisor):
                remainder[offset + i] = (remainder[offset + i] - factor * coefficient) % p
            remainder.pop()
        dividend, divisor = divisor, remainder
    if len(dividend) != 2:  # no root, or all three: the callers want exactly one
        return None
    return -dividend[0] * pow(dividend[1], -1, p) % p

def verifies(key, r, s, digest):
    """The verification equation of FIPS 186-4, section 6.4, on an integer digest."""
    if not (0 < r < n and 0 < s < n):
        return False
    w = pow(s, -1, n)
    point = add(multiply(digest * w, G), multiply(r * w, key))
    return point is not None and point[0] % n == r
