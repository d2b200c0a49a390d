// Made from Tests/vectors/card/brands.json by Sources/Packaging/generate-card-tables.py; do not edit.

/// The figures behind `BrandTable`.
enum BrandTableData {
    /// For each four leading digits, a hundred a line: a letter is a profile (`a` is 1, "`" none), any other
    /// character from `#` on the number of the hundred in `sixDigits` that tells more.
    static let fourDigits: StaticString = """
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        uqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ```````````````````````````````u````````````````````````````````````````````````````````````````````\
        jjjjj````````````````bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbb```````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee````````````````````````````fffffffeffff\
        fff`````````fffffffff`````````````````````````````````````ff````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        `````````````````````````````````````fffffffffffff``````````````````````````````````````````````````\
        cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\
        ````````````````````````````ffffffffff#fffffffffffffffffffffffffffffffffffffffffffffffffff``````````\
        eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\
        cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\
        eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee$eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\
        eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\
        aaaaaaaaaaa%aaaaaaaaaaaaaaaaa&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaa'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(aaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaa)aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa*aa+aaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        hhhhhhhhhh,hhhhhhhhmhhhhhhhhhhhhhhhhhhhhh-hhhhhhhhhhhhhhhhhh./hhhh01hhhhhhhhhh23hh4hhrrrrriiiiiiiiii\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb5bbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh6hhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhdhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh7h8hhhhhh9rrrrrrrrr:;rrrr<hhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg=gggggggggggggggggggggg\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh>?hhhhhh@hhABCDhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        EFGdHIdJKLddddddMNdddOrrrrrrrrrPdddddddddddddddddQRddddddddddddddddddddddSdddddTdddddddUVddddddddddd\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhnhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggrrrrrrrrrrrrrrrrrrrrrrrrrrrr\
        rr``````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````o```````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````\
        ````````````````````````````````````````````````````````````````````````````````````````````````````
        """

    /// The next two digits of the prefixes that four digits do not settle.
    static let sixDigits: StaticString = """
        rfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
        leeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeleeeeeeeeeeeeeeeeeeeleeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiiaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaasaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaiiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhvvvhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhihhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhp\
        ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppph\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhi\
        iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiihhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhppppppppppppppppppppppppppppppppppp\
        ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppphhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhrhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbsbbbbbbbbbbbbbbbbbbbbbbbbbbb\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhshhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhnhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhlhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhrrrrrrrrrrrrrrr\
        rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrhhhhhhhhhhhhhhh\
        hrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr\
        rhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggiggggggggggggggggggg\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhiih\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhihhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhkhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh#hhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh$hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhkhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhk\
        hhhhhhhhhkhhkhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        ddppppppppppppppppppppppppppdddiiidiiiiiiiiiiiiiiiiioddddiiiiiiiiiiiiiiiiiiiiiiiiiooddddddddoddddddd\
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddoddddddddoddododddddddddddddddddddddddd\
        ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddoddodooddddddddddddddddddddddddd\
        dddddiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiddddddddddddddddoodddddddddddddddddddddddddddiiiiiiiiiiiiiii\
        iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiddiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiid\
        iiiiiiiiiiiiiiiiiiidiiiiiiiidddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        ddddddddddddddddddddddddddddddddddddo%ddddddddoooooddddddd&'()*ddddddddddddddddddddddddddddddddddddd\
        diiiiiiiiiiiiiiiiiiiiiioiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiddddddddoddoddddddddd\
        ddddddddddddddddddddddddddddddddddddddddddddddddddddiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii\
        iiiiiddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        ddddddddddddddddddddddddddddddddddddddddddddddddddrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr\
        rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrdddddddddddddddddddddddddddddddddddddddddddddddddd\
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddodd\
        iiiiiiiiiiiiiiiiiiiidiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiddddddddddddddddddddddddddddddddddddddddd\
        ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddoddddddddddddddddddddddddddddddddd\
        ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddod\
        dddddddddddddddddddddddddddddddddddddddddddddddddd+,-dd./do0123dd45oodd6dddd789ddd:;<=>ddddddddddd?d\
        dddddddd@Adddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        """

    /// The last two digits of the prefixes that six digits do not settle.
    static let eightDigits: StaticString = """
        hhhhhhhhhhhhhhhhhhhhhhhkhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhkhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\
        oooooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooooodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooodddddodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        dooooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        dodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        dodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        ooooddddddoddddooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        odddoodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        dooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooooooooooodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooooodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oooooodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oodddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
        oddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        """

    /// Profiles as bits: brand 0–7, Luhn rule 8–9, legal length n at 12 + n. Filled up to 32 with nothing.
    static let profiles: InlineArray<32, UInt32> = [
        0x0, 0x92000001, 0x10000002, 0x8000003, 0xf0000004, 0xfc000005, 0xf0000006, 0xfc000107, 0xff000008,
        0x10000009, 0xf000000a, 0x1000000b, 0x9000000c, 0x1000000d, 0xf000000e, 0x1000000f, 0xf0000010, 0x8000011,
        0x10000012, 0x10000313, 0x10000014, 0x8000006, 0xff000208,
        0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    /// Security codes by brand: length 0–3, policy 4–7. Filled up to 32 with nothing.
    static let codes: InlineArray<32, UInt8> = [
        0, 3, 3, 4, 3, 3, 3, 3, 19, 3, 3, 3, 3, 3, 32, 3, 3, 16, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    /// Least and greatest prefix, their digits, brand (plus 256 where weak).
    static let ranges: [UInt32] = [
        1, 1, 1, 17, 1800, 1800, 4, 6, 2131, 2131, 4, 6, 2200, 2204, 4, 10, 2221, 2720, 4, 2, 300, 305, 3, 5,
        3088, 3094, 4, 6, 3095, 3095, 4, 5, 3096, 3102, 4, 6, 3112, 3120, 4, 6, 3158, 3159, 4, 6, 3337, 3349, 4, 6,
        34, 34, 2, 3, 3528, 3589, 4, 6, 353800, 353800, 6, 18, 36, 36, 2, 5, 37, 37, 2, 3, 38, 39, 2, 5,
        384100, 384100, 6, 12, 384140, 384140, 6, 12, 384160, 384160, 6, 12, 4, 4, 1, 1, 401178, 401178, 6, 9,
        401179, 401179, 6, 9, 402918, 402918, 6, 19, 431274, 431274, 6, 9, 438935, 438935, 6, 9, 451416, 451416, 6, 9,
        457393, 457393, 6, 9, 457631, 457631, 6, 9, 457632, 457632, 6, 9, 50, 50, 2, 264, 5019, 5019, 4, 13,
        504175, 504175, 6, 9, 506099, 506198, 6, 16, 506699, 506778, 6, 9, 507865, 507964, 6, 16, 508227, 508227, 6, 18,
        508500, 508999, 6, 18, 509000, 509999, 6, 9, 51, 55, 2, 2, 527572, 527572, 6, 19, 56, 59, 2, 8,
        589562, 589562, 6, 19, 6, 6, 1, 264, 6011, 6011, 4, 4, 606005, 606005, 6, 14, 606282, 606282, 6, 12,
        606985, 607984, 6, 18, 608001, 608500, 6, 18, 62, 62, 2, 7, 627780, 627780, 6, 9, 63, 63, 2, 8,
        636297, 636298, 6, 9, 636368, 636368, 6, 9, 637095, 637095, 6, 11, 63737423, 63737423, 8, 11,
        63743358, 63743358, 8, 11, 637568, 637568, 6, 11, 637599, 637599, 6, 11, 637609, 637609, 6, 11,
        637612, 637612, 6, 11, 644, 649, 3, 4, 65, 65, 2, 4, 650002, 650027, 6, 16, 650031, 650033, 6, 9,
        650035, 650051, 6, 9, 650052, 650052, 6, 15, 650057, 650081, 6, 9, 650082, 650083, 6, 15, 650092, 650092, 6, 15,
        650161, 650161, 6, 15, 650170, 650170, 6, 15, 650173, 650173, 6, 15, 650175, 650175, 6, 15, 650268, 650268, 6, 15,
        650271, 650271, 6, 15, 650273, 650274, 6, 15, 650405, 650439, 6, 9, 650456, 650457, 6, 15, 650485, 650538, 6, 9,
        650541, 650598, 6, 9, 650700, 650718, 6, 9, 650720, 650727, 6, 9, 650836, 650836, 6, 15, 65083700, 65083704, 8, 15,
        650846, 650850, 6, 15, 65085800, 65085804, 8, 15, 65085900, 65085901, 8, 15, 65086000, 65086000, 8, 15,
        65086100, 65086105, 8, 15, 65086200, 65086203, 8, 15, 650901, 650978, 6, 9, 650923, 650923, 6, 15,
        650987, 650987, 6, 15, 650990, 650990, 6, 15, 651652, 651704, 6, 9, 652150, 653149, 6, 18, 654997, 654997, 6, 15,
        655000, 655019, 6, 9, 655021, 655058, 6, 9, 657366, 657366, 6, 15, 657998, 657998, 6, 15, 65875000, 65875003, 8, 15,
        65875009, 65875009, 8, 15, 65875101, 65875104, 8, 15, 65875200, 65875200, 8, 15, 65875501, 65875501, 8, 15,
        65875601, 65875601, 8, 15, 658758, 658758, 6, 15, 65875900, 65875900, 8, 15, 65876000, 65876002, 8, 15,
        65876100, 65876103, 8, 15, 65876110, 65876110, 8, 15, 65876115, 65876116, 8, 15, 65876200, 65876201, 8, 15,
        65876500, 65876500, 8, 15, 65876504, 65876505, 8, 15, 65876600, 65876602, 8, 15, 658767, 658768, 6, 15,
        65877100, 65877101, 8, 15, 65877600, 65877602, 8, 15, 65877700, 65877700, 8, 15, 65877801, 65877802, 8, 15,
        65878200, 65878202, 8, 15, 65878300, 65878311, 8, 15, 65878400, 65878405, 8, 15, 65878500, 65878505, 8, 15,
        65878600, 65878601, 8, 15, 65879800, 65879800, 8, 15, 65880800, 65880800, 8, 15, 65880900, 65880900, 8, 15,
        67, 67, 2, 8, 6703, 6703, 4, 14, 8100, 8171, 4, 7, 817200, 820199, 6, 18, 9792, 9792, 4, 15,
    ]

    /// Least and greatest prefix, their digits (ascending), the two brands in bytes, the suggested one lowest.
    static let cobadges: [UInt64] = [
        4571, 4571, 4, 3329, 5019, 5019, 4, 525, 6703, 6703, 4, 2062, 353800, 353800, 6, 1554, 401005, 401006, 6, 276,
        401581, 401581, 6, 276, 402101, 402102, 6, 276, 403550, 403550, 6, 276, 405936, 405936, 6, 276,
        406572, 406572, 6, 276, 413849, 413849, 6, 276, 414819, 414819, 6, 276, 415056, 415056, 6, 276,
        415059, 415059, 6, 276, 415062, 415062, 6, 276, 415071, 415071, 6, 276, 415074, 415074, 6, 276,
        416286, 416286, 6, 276, 416537, 416537, 6, 276, 416579, 416579, 6, 276, 417170, 417179, 6, 276,
        420110, 420110, 6, 276, 423460, 423460, 6, 276, 434721, 434722, 6, 276, 435048, 435052, 6, 276,
        437875, 437875, 6, 276, 439509, 439509, 6, 276, 439511, 439511, 6, 276, 439515, 439515, 6, 276,
        439539, 439539, 6, 276, 439598, 439598, 6, 276, 439603, 439603, 6, 276, 439618, 439620, 6, 276,
        439622, 439622, 6, 276, 439672, 439672, 6, 276, 442448, 442452, 6, 276, 442457, 442457, 6, 276,
        448412, 448412, 6, 276, 450519, 450519, 6, 276, 450560, 450560, 6, 276, 453300, 453399, 6, 276,
        455660, 455689, 6, 276, 456100, 456229, 6, 276, 456240, 456299, 6, 276, 456955, 456955, 6, 276,
        457452, 457452, 6, 276, 457717, 457717, 6, 276, 459300, 459309, 6, 276, 459320, 459339, 6, 276,
        459370, 459379, 6, 276, 459390, 459399, 6, 276, 460990, 460999, 6, 276, 465476, 465477, 6, 276,
        466258, 466258, 6, 276, 466575, 466575, 6, 276, 469800, 469809, 6, 276, 469820, 469839, 6, 276,
        474107, 474107, 6, 276, 477173, 477174, 6, 276, 477186, 477186, 6, 276, 477265, 477265, 6, 276,
        477293, 477293, 6, 276, 479619, 479619, 6, 276, 479658, 479658, 6, 270, 481091, 481091, 6, 276,
        483622, 483622, 6, 276, 486519, 486519, 6, 276, 487104, 487104, 6, 270, 497000, 497999, 6, 276,
        498350, 498399, 6, 276, 499001, 499006, 6, 276, 499010, 499016, 6, 276, 499020, 499023, 6, 276,
        499030, 499033, 6, 276, 499040, 499043, 6, 276, 499050, 499052, 6, 276, 499068, 499068, 6, 276,
        499092, 499092, 6, 276, 499095, 499099, 6, 276, 507589, 507590, 6, 2068, 507593, 507595, 6, 2068,
        507597, 507597, 6, 2068, 510726, 510726, 6, 532, 513000, 513799, 6, 532, 513850, 513869, 6, 532,
        513900, 513900, 6, 532, 513938, 513938, 6, 532, 515214, 515214, 6, 532, 516207, 516207, 6, 532,
        516236, 516236, 6, 532, 517222, 517222, 6, 532, 517243, 517243, 6, 532, 517365, 517366, 6, 532,
        517502, 517502, 6, 532, 517647, 517647, 6, 532, 518101, 518101, 6, 532, 519920, 519920, 6, 532,
        520993, 520993, 6, 532, 521662, 521662, 6, 532, 523718, 523718, 6, 532, 527429, 527429, 6, 532,
        529227, 529227, 6, 532, 529313, 529314, 6, 532, 529331, 529331, 6, 532, 529414, 529414, 6, 532,
        529421, 529421, 6, 532, 529430, 529430, 6, 532, 529440, 529440, 6, 532, 529447, 529447, 6, 532,
        529455, 529456, 6, 532, 529460, 529499, 6, 532, 529542, 529542, 6, 532, 530901, 530901, 6, 532,
        531028, 531028, 6, 532, 531030, 531030, 6, 532, 531195, 531195, 6, 532, 532344, 532347, 6, 532,
        532459, 532459, 6, 532, 532509, 532509, 6, 532, 532534, 532534, 6, 532, 532554, 532554, 6, 532,
        532556, 532556, 6, 532, 533801, 533801, 6, 532, 534102, 534102, 6, 532, 534105, 534105, 6, 532,
        534111, 534111, 6, 532, 535029, 535029, 6, 532, 535066, 535066, 6, 532, 535324, 535324, 6, 532,
        536107, 536107, 6, 532, 536115, 536115, 6, 532, 537106, 537106, 6, 532, 537112, 537112, 6, 532,
        538011, 538011, 6, 532, 542848, 542848, 6, 532, 545157, 545157, 6, 532, 549538, 549538, 6, 532,
        549858, 549859, 6, 532, 553979, 553979, 6, 532, 553993, 553993, 6, 532, 554205, 554205, 6, 532,
        554260, 554260, 6, 532, 554965, 554965, 6, 532, 557008, 557008, 6, 532, 558867, 558867, 6, 532,
        558882, 558882, 6, 532, 558929, 558929, 6, 532, 558942, 558943, 6, 532, 559618, 559618, 6, 532,
        559809, 559810, 6, 532, 560408, 560408, 6, 2068, 561202, 561206, 6, 2068, 561241, 561241, 6, 2068,
        561243, 561244, 6, 2068, 561250, 561250, 6, 2068, 561254, 561254, 6, 2068, 561256, 561258, 6, 2068,
        581700, 581705, 6, 2068, 581707, 581707, 6, 2068, 581715, 581715, 6, 2068, 581721, 581721, 6, 2068,
        581724, 581724, 6, 2068, 581731, 581731, 6, 2068, 581736, 581752, 6, 2068, 581756, 581756, 6, 2068,
        581762, 581762, 6, 2068, 581766, 581766, 6, 2068, 581769, 581769, 6, 2068, 581773, 581773, 6, 2068,
        581777, 581782, 6, 2068, 581784, 581784, 6, 2068, 581786, 581787, 6, 2068, 581790, 581791, 6, 2068,
        581797, 581797, 6, 2068, 585402, 585405, 6, 2068, 585501, 585505, 6, 2068, 585577, 585582, 6, 2068,
        606005, 606005, 6, 2062, 622126, 622925, 6, 1031, 4000002500001001, 4000002500001001, 16, 276,
        5555552500001001, 5555552500001001, 16, 532,
    ]

    /// The digits that co-badge prefixes have, descending.
    static let cobadgeDigits: [Int] = [
        16, 6, 4,
    ]

    /// The brands in the order that settles ties and lists candidates.
    static let order: [UInt8] = [
        3, 5, 6, 12, 11, 15, 9, 16, 18, 10, 13, 14, 19, 1, 2, 7, 4, 17, 20, 8,
    ]

    /// What is known of each brand, the first one first.
    static let brands: [BrandFacts] = [
        BrandFacts(
            id: "visa", name: "Visa", lengths: 0x92000, usualLength: 16, gaps: 0x11110,
            codeName: "CVV"),
        BrandFacts(
            id: "mastercard", name: "Mastercard", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVC"),
        BrandFacts(
            id: "amex", name: "American Express", lengths: 0x8000, usualLength: 15, gaps: 0x410,
            codeName: "CID"),
        BrandFacts(
            id: "discover", name: "Discover", lengths: 0xf0000, usualLength: 16, gaps: 0x11110,
            codeName: "CID"),
        BrandFacts(
            id: "diners", name: "Diners Club", lengths: 0xfc000, usualLength: 14, gaps: 0x410,
            gapsByLength: [(14, 0x410), (15, 0x1110), (16, 0x1110), (17, 0x11110), (18, 0x11110), (19, 0x11110)],
            codeName: "CVV"),
        BrandFacts(
            id: "jcb", name: "JCB", lengths: 0xf0000, usualLength: 16, gaps: 0x11110,
            gapsByLength: [(15, 0x410)],
            codeName: "CVV"),
        BrandFacts(
            id: "unionpay", name: "UnionPay", lengths: 0xfc000, usualLength: 16, gaps: 0x11110,
            codeName: "CVN"),
        BrandFacts(
            id: "maestro", name: "Maestro", lengths: 0xff000, usualLength: 16, gaps: 0x11110,
            codeName: "CVC"),
        BrandFacts(
            id: "elo", name: "Elo", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVE"),
        BrandFacts(
            id: "mir", name: "Mir", lengths: 0xf0000, usualLength: 16, gaps: 0x11110,
            codeName: "CVP2"),
        BrandFacts(
            id: "hiper", name: "Hiper", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVC"),
        BrandFacts(
            id: "hipercard", name: "Hipercard", lengths: 0x90000, usualLength: 16, gaps: 0x11110,
            codeName: "CVC"),
        BrandFacts(
            id: "dankort", name: "Dankort", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVC"),
        BrandFacts(
            id: "bancontact", name: "Bancontact", lengths: 0xf0000, usualLength: 17, gaps: 0x11110,
            codeName: "none"),
        BrandFacts(
            id: "troy", name: "Troy", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVV"),
        BrandFacts(
            id: "verve", name: "Verve", lengths: 0xf0000, usualLength: 16, gaps: 0x11110,
            codeName: "CVV"),
        BrandFacts(
            id: "uatp", name: "UATP", lengths: 0x8000, usualLength: 15, gaps: 0x210,
            codeName: "none"),
        BrandFacts(
            id: "rupay", name: "RuPay", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVV"),
        BrandFacts(
            id: "naranja", name: "Naranja", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVV"),
        BrandFacts(
            id: "cartes_bancaires", name: "Cartes Bancaires", lengths: 0x10000, usualLength: 16, gaps: 0x1110,
            codeName: "CVC"),
    ]
}
