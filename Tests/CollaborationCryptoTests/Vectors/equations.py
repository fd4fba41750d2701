"""Keys, digests and signatures that solve the verification equation for chosen values, which random signatures never have.

Each function yields an id, a comment, the point of the key, the digest as an integer, r, s and whether the signature is valid.
"""

import p256
from p256 import G, multiply, n, p

def key_for(point, r, s, digest):
    """The key under which r and s sign the digest with the given R: Q = (sR - zG) / r."""
    difference = p256.add(multiply(s, point), p256.negate(multiply(digest, G)))
    return multiply(pow(r, -1, n), difference)

def from_multipliers(u1, u2, k):
    """The digest, r and s that make the verifier compute u1 G + u2 Q for Q = kG."""
    point = multiply(u1 + u2 * k, G)
    r = point[0] % n
    s = r * pow(u2, -1, n) % n
    return u1 * s % n, r, s

def wide_abscissas(draw):
    """Points R whose x is n or more, so that r = x - n, and signatures that only a faulty comparison of x with r accepts."""
    x, found = n, 0
    while found < 8:
        y = p256.y_for(x)
        if y is not None and x > n:
            s, digest = draw.scalar(), draw.scalar()
            for name, point in (("a", (x, y)), ("b", (x, p - y))):
                r = x - n
                key = key_for(point, r, s, digest)
                yield f"x-is-n+{r}-{name}", f"R's x is n + {r}: r + n matters", key, digest, r, s, True
                yield f"x-is-n+{r}-{name}-next", f"the same with r = {r + 1}", key, digest, r + 1, s, False
            found += 1
        x += 1
    x, found = p - 1, 0
    while found < 4:
        y = p256.y_for(x)
        if y is not None:
            r, s, digest = x - n, draw.scalar(), draw.scalar()
            key = key_for((x, y), r, s, digest)
            yield f"x-is-p-{p - x}", f"R's x is p - {p - x}, the largest that r + n reaches", key, digest, r, s, True
            found += 1
        x -= 1
    x, found = 0, 0
    while found < 4:
        y = p256.y_for(x)
        if y is not None:
            r, s, digest = x + p - n, draw.scalar(), draw.scalar()
            key = key_for((x, y), r, s, digest)
            yield f"r+n-is-p+{x}", f"R's x is {x} and r + n is p + {x}: only a verifier that reduces r + n accepts it", key, digest, r, s, False
            r = x + 2**256 - n
            key = key_for((x, y), r, s, digest)
            yield f"r+n-is-2^256+{x}", f"R's x is {x} and r + n is 2^256 + {x}: only a verifier that drops the carry accepts it", key, digest, r, s, False
            if x:
                key = key_for((x, y), x, s, digest)
                yield f"x-is-{x}", f"R's x is {x}", key, digest, x, s, True
                yield f"x-is-{x}-next", f"R's x is {x} and r is one larger", key, digest, x + 1, s, False
            found += 1
        x += 1

def special_digests(draw):
    """Digests at the limits: zero, n, and above n, where only the value modulo n counts."""
    values = {
        "zero": 0, "one": 1, "n-1": n - 1, "n": n, "n+1": n + 1, "p": p, "2^256-1": 2**256 - 1, "2^255": 2**255,
        "half-n": (n - 1) // 2, "2^256-n": 2**256 - n,
    }
    for index in range(8):
        for name, word in (("zeros", 0), ("ones", 2**32 - 1)):
            mask = (2**32 - 1) << 32 * index
            values[f"{name}-in-word-{index}"] = draw.scalar() & ~mask | word << 32 * index
    for name, digest in values.items():
        private, nonce = draw.scalar(), draw.scalar()
        r = multiply(nonce, G)[0] % n
        s = pow(nonce, -1, n) * (digest + r * private) % n
        key = multiply(private, G)
        yield f"digest-{name}", f"the digest is {name}", key, digest, r, s, True
        yield f"digest-{name}-high", f"the digest is {name}, s negated", key, digest, r, n - s, True
        yield f"digest-{name}-off", f"the digest is {name}, s one off", key, digest, r, s % (n - 1) + 1, False

def special_scalars(draw):
    """r and s at the limits of their range."""
    digest = draw.scalar()
    point = multiply(draw.scalar(), G)
    r = point[0] % n
    for name, s in {"1": 1, "2": 2, "n-1": n - 1, "n-2": n - 2, "half": (n - 1) // 2, "half+1": (n + 1) // 2, "2^255": 2**255, "2^128": 2**128, "n-2^128": n - 2**128}.items():
        yield f"s-is-{name}", f"s = {name}", key_for(point, r, s, digest), digest, r, s, True
    x = n - 1
    while p256.y_for(x) is None:
        x -= 1
    point = (x, p256.y_for(x))
    s = draw.scalar()
    key = key_for(point, x, s, digest)
    yield f"r-is-n-{n - x}", "the largest r that is an x", key, digest, x, s, True
    yield f"r-is-n-{n - x}-less", "the same with r one smaller", key, digest, x - 1, s, False
    yield "r-and-s-large", "the largest r that is an x, s = n - 1", key_for(point, x, n - 1, digest), digest, x, n - 1, True
    key = multiply(draw.scalar(), G)
    for r in (1, 2, n - 1, n - 2):
        for s in (1, n - 1):
            name = f"r-{r if r < 9 else f'n-{n - r}'}-s-{1 if s == 1 else 'n-1'}"
            yield f"{name}-guess", "a guess at the limits of the range", key, digest, r, s, False

def candidates(draw, bits, low):
    """Field elements whose lowest bits are given."""
    while True:
        yield (draw.scalar() >> bits << bits | low) % p

def edge_keys(draw):
    """Keys whose coordinates are near the limits of the field or of its words, where a carry crosses all words."""
    near = {"0": 0, "p": p}
    for bits in (32, 64, 96, 128, 160, 192, 224, 255):
        near[f"2^{bits}"] = 2**bits
        near[f"p-2^{bits}"] = p - 2**bits
    points = {}
    for name, middle in near.items():
        for step, label in ((1, "above"), (-1, "below")):
            x = middle if step > 0 else middle - 1
            while 0 <= x < p and p256.y_for(x) is None:
                x += step
            if 0 <= x < p:
                points[f"x-{label}-{name}"] = (x, p256.y_for(x))
    for name, y in {"0": 1, "2^64": 2**64, "2^128": 2**128, "2^192": 2**192, "2^224": 2**224}.items():
        while p256.x_for(y) is None:
            y += 1
        points[f"y-above-{name}"] = (p256.x_for(y), y)
        points[f"y-below-p-{name}"] = (p256.x_for(y), p - y)
    for bits in (32, 64, 128):
        for name, low in (("zeros", 0), ("ones", 2**bits - 1)):
            x = next(x for x in candidates(draw, bits, low) if p256.y_for(x) is not None)
            y = next(y for y in candidates(draw, bits, low) if p256.x_for(y) is not None)
            points[f"x-trailing-{name}-{bits}"] = (x, p256.y_for(x))
            points[f"y-trailing-{name}-{bits}"] = (p256.x_for(y), y)
    for name, key in points.items():
        u1, u2 = draw.scalar(), draw.scalar()
        r = p256.add(multiply(u1, G), multiply(u2, key))[0] % n
        s = r * pow(u2, -1, n) % n
        yield name, f"a key with {name.replace('-', ' ')}", key, u1 * s % n, r, s, True
        yield f"{name}-off", "the same with the digest one off", key, (u1 * s + 1) % n, r, s, False

SMALL_KEYS = {
    "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "7": 7, "8": 8, "15": 15, "16": 16, "17": 17, "31": 31, "33": 33, "255": 255,
    "2^128": 2**128, "half": (n + 1) // 2, "half-1": (n - 1) // 2, "third": pow(3, -1, n), "n-1": n - 1, "n-2": n - 2,
    "n-3": n - 3, "n-15": n - 15, "n-16": n - 16, "n-17": n - 17,
}

MULTIPLIERS = {
    "0,1": (0, 1), "0,n-1": (0, n - 1), "1,1": (1, 1), "1,2": (1, 2), "2,1": (2, 1), "3,5": (3, 5), "16,16": (16, 16), "n-1,1": (n - 1, 1),
    "n-1,n-1": (n - 1, n - 1), "1,n-1": (1, n - 1), "2^255,2^255": (2**255, 2**255), "2^64,2^192": (2**64, 2**192),
    # For Q = -G and Q = -3G an intermediate sum is infinity: in the first two from the highest bit, in the others from the lowest.
    "2^200+3,2^200": (2**200 + 3, 2**200), "3*2^200+5,2^200": (3 * 2**200 + 5, 2**200),
    "7,2^200+7": (7, 2**200 + 7), "15,2^200+5": (15, 2**200 + 5),
}

def small_keys(draw):
    """Q = kG for chosen k, so that the additions of a verifier meet equal points, opposite points and infinity."""
    drawn = draw.scalar()
    for index, (name, k) in enumerate(SMALL_KEYS.items()):
        key = multiply(k, G)
        pairs = list(MULTIPLIERS.items())
        sparse = 3 < index and name not in ("n-1", "n-2", "n-3")
        chosen = [pairs[(index + step) % len(pairs)] for step in (0, 4, 8, 12)] if sparse else pairs
        for label, (u1, u2) in chosen:
            if (u1 + u2 * k) % n:
                digest, r, s = from_multipliers(u1, u2, k)
                yield f"k-{name}-u-{label}", f"Q = {name} G, u1 and u2 are {label}", key, digest, r, s, True
        u2 = draw.scalar()
        digest, r, s = from_multipliers(u2 * k % n, u2, k)
        yield f"k-{name}-equal", f"Q = {name} G and u1 G = u2 Q", key, digest, r, s, True
        digest, r, s = from_multipliers((u2 * k + 1) % n, u2, k)
        yield f"k-{name}-next", f"Q = {name} G and u1 G = u2 Q + G", key, digest, r, s, True
        # u1 G = -u2 Q: R is infinity, which has no x, so any r is refused.
        yield f"k-{name}-infinity", f"Q = {name} G and u1 G = -u2 Q", key, -drawn * k % n, drawn, u2, False

EDGES = {
    "1": 1, "2": 2, "3": 3, "n-1": n - 1, "n-2": n - 2, "half": (n - 1) // 2, "half+1": (n + 1) // 2, "third": pow(3, -1, n), "2^32": 2**32,
    "2^64-1": 2**64 - 1, "2^128": 2**128, "2^128-1": 2**128 - 1, "2^192+1": 2**192 + 1, "2^255": 2**255, "n-2^32": n - 2**32, "n-2^128": n - 2**128,
    "alternating": int("55" * 32, 16), "ones-and-zeros": int("ffffffff00000000" * 4, 16) % n,
}

def edge_multipliers(draw):
    """u1 or u2 is an edge number, and the other one and the key are random."""
    for name, edge in EDGES.items():
        for label in ("u1", "u2"):
            k, other = draw.scalar(), draw.scalar()
            digest, r, s = from_multipliers(*((edge, other) if label == "u1" else (other, edge)), k)
            yield f"{label}-{name}", f"{label} = {name}", multiply(k, G), digest, r, s, True

def edge_inverses(draw):
    """s or its inverse is an edge number, with a random nonce and with extreme ones."""
    nonces = {"random": draw.scalar(), "1": 1, "2": 2, "n-1": n - 1, "half": (n + 1) // 2}
    for nonce_name, nonce in nonces.items():
        point, digest = multiply(nonce, G), draw.scalar()
        r = point[0] % n
        for name, edge in EDGES.items():
            yield f"k-{nonce_name}-s-{name}", f"k is {nonce_name}, s = {name}", key_for(point, r, edge, digest), digest, r, edge, True
            s = pow(edge, -1, n)
            yield f"k-{nonce_name}-inverse-{name}", f"k is {nonce_name}, 1/s = {name}", key_for(point, r, s, digest), digest, r, s, True

def sizes(draw):
    """r and s, or r and the inverse of s, of chosen sizes."""

    def point_at(x):
        while p256.y_for(x) is None:
            x -= 1
        return x, p256.y_for(x)

    def made(name, comment, x, s):
        point, digest = point_at(x), draw.scalar()
        return name, comment, key_for(point, point[0], s, digest), digest, point[0], s, True

    for r in (5, 6, 8, 9):
        for s in (1, 3):
            yield made(f"r-near-{r}-s-{s}", f"r is {r} or the next smaller x, s = {s}", r, s)
    for bits in (64, 100, 128, 160):
        yield made(f"r-and-s-of-{bits}-bits", f"r and s have {bits} bits", 2**bits - 1, draw.scalar() % 2 ** (bits - 1) + 2 ** (bits - 1))
    for r_bits, inverse_bits in ((8, 8), (32, 32), (100, 8), (8, 100), (100, 100)):
        s = pow(2**inverse_bits - 1, -1, n)
        yield made(f"r-of-{r_bits}-inverse-of-{inverse_bits}-bits", f"r has {r_bits} bits and 1/s {inverse_bits}", 2**r_bits - 1, s)
    yield made("r-and-inverse-near-n", "r and 1/s are close to n", n - 1, pow(n - 5, -1, n))
    heavy = int("fffffffe" + "ff" * 28, 16)
    yield made("r-and-inverse-heavy", "r and 1/s have a large Hamming weight", heavy, pow(heavy, -1, n))

BUILDERS = {"multiplier": edge_multipliers, "inverse": edge_inverses, "size": sizes, "abscissa": wide_abscissas, "digest": special_digests, "scalar": special_scalars, "small-key": small_keys, "edge-key": edge_keys}
