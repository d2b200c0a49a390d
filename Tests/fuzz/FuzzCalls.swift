import CCountersign

extension FuzzTarget {
    /// Any calls in any order, with handles that live, are stale, of another kind or garbage: an answer each time, an error
    /// with a sentence where it is no, and a payment that can be paid afterwards.
    static let calls = FuzzTarget(name: "calls") { input, planted in
        Caller.current = Caller(input, planted)
        Caller.current.run()
    }
}

/// What the C functions of the host need to find.
final class Caller {
    nonisolated(unsafe) static var current = Caller(UnsafeRawBufferPointer(start: nil, count: 0), false)

    private static let mostCalls = 64
    private static let virtual = "{\"time\":\"virtual\",\"seed\":1,\"authentication\":{}}"
    private static let order = """
        {"amount":"12.34","currency":"EUR","intent":"Authorisation","merchantTransactionId":"order-1","flow":"dropIn"}
        """
    private static let paths = [
        "", "amount", "currency", "payment.step", "shopper.email", "shoper.email", "metadata.a.b", "metadata", "card.brand",
        "challenge.creq", "authentication.challengeWindowSize", "authentication", "result", "result.state", "timeout",
        "completed", "sessionId", "merchantTransactionDate", "psd2Data.scaExemption", "a.b.c.d", "recurring.frequencyInDays",
    ]
    private static let values = [
        "", "12.34", "a@b.example", "{}", "[]", "{\"a\":1}", "null", "true", "03", "LowValue", "2027-12-31", "hmacKey", "é",
        order, virtual, "visa", "{\"sessionId\":\"s\"}", "{\"a\":[[[]]],}", "{\"amount\":\"5.00\"}", "{\"amount\":1e400}",
    ]
    private static let hooks = (0..<CSN_HOOK_COUNT).map { String(cString: csn_hook_name($0)) } + ["", "onPreAuthorization"]
    private static let numbers = [
        "4111111111111111", "5555555555554444", "378282246310005", "4000000000001091", "4000000000001000", "4", "",
    ]

    private var choices: Choices
    private let planted: Bool
    /// Every handle that there ever was, of every kind.
    private var handles: [OpaquePointer?] = []
    private var lives = 0
    private var depth = 0

    init(_ input: UnsafeRawBufferPointer, _ planted: Bool) {
        choices = Choices(input)
        self.planted = planted
    }

    func run() {
        keep(engine(Self.virtual))
        var calls = 0
        while !choices.isEmpty, calls < Self.mostCalls {
            calls += 1
            call()
        }
        for handle in handles.reversed() { free(handle) }
        expect(lives == 0, "\(lives) user data not destroyed")
        payOnce()
    }

    // MARK: Arguments

    private func keep(_ handle: OpaquePointer?) { if handle != nil { handles.append(handle) } }

    private func handle() -> OpaquePointer? {
        let choice = Int(choices.byte())
        switch choice {
        case 255: return nil
        case 254: return OpaquePointer(bitPattern: UInt(truncatingIfNeeded: choices.word()))
        case 253:
            let word = handles.last.flatMap { $0 }.map { UInt(bitPattern: $0) } ?? 0
            return OpaquePointer(bitPattern: word ^ 1 << UInt(choices.below(64)))
        default: return handles.isEmpty ? nil : handles[(handles.count - 1 - choice % handles.count)]
        }
    }

    private func text(_ known: [String]) -> String {
        let choice = Int(choices.byte())
        if choice < 224 { return known[choice % known.count] }
        return String(decoding: choices.bytes(), as: UTF8.self)
    }

    /// Calls `body` with a C string that may be NULL or no UTF-8.
    @discardableResult
    private func string<R>(_ known: [String], _ body: (UnsafePointer<CChar>?) -> R) -> R {
        let kind = choices.byte()
        if kind == 255 { return body(nil) }
        if kind >= 240 {
            let bytes = choices.bytes().map { CChar(bitPattern: $0) } + [0]
            return bytes.withUnsafeBufferPointer { body($0.baseAddress) }
        }
        return text(known).withCString(body)
    }

    private func int() -> Int64 {
        switch choices.below(6) {
        case 0: .min
        case 1: .max
        case 2: Int64(bitPattern: choices.word())
        default: Int64(choices.byte()) - 3
        }
    }

    // MARK: Checks

    /// Calls a function that fills an error, and looks at both.
    @discardableResult
    private func checked(_ body: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32) -> Int32 {
        if choices.below(8) == 7 { return body(nil) }
        var error = OpaquePointer(bitPattern: 1)
        let status = body(&error)
        guard status < 0 else {
            expect(error == nil, "no error after \(status)")
            return status
        }
        expect(csn_error_status(error) == status, "the error's status")
        expect(status >= CSN_E_DECLARED && csn_status_name(status) != nil, "a status of the header: \(status)")
        for text in [csn_error_code(error), csn_error_message(error)] {
            guard let text, text[0] != 0 else { fail("an error without a text, of status \(status)") }
        }
        expect(1...4 ~= csn_error_when(error), "when")
        _ = (csn_error_field(error), csn_error_number(error), csn_error_provider_code(error), csn_error_correlation_id(error))
        keep(error)
        if choices.below(4) != 3 { csn_error_free(error) }
        return status
    }

    private func engine(_ json: String) -> OpaquePointer? {
        json.withCString { json in
            var options = csn_engine_options()
            csn_engine_options_init(&options, UInt32(MemoryLayout<csn_engine_options>.size))
            options.config_json = json
            var engine: OpaquePointer?
            checked { csn_engine_new(&options, &engine, $0) }
            return engine
        }
    }

    private func free(_ handle: OpaquePointer?) {
        csn_error_free(handle)
        csn_reply_free(handle)
        csn_card_free(handle)
        csn_payment_free(handle)
        csn_engine_free(handle)
    }

    /// The library is as good as new.
    private func payOnce() {
        var payment: OpaquePointer?
        var card: OpaquePointer?
        let engine = engine("{\"time\":\"virtual\"}")
        checked { csn_payment_new(engine, Self.order, &payment, $0) }
        checked { csn_card_new(engine, nil, &card, $0) }
        for (field, text) in [(CSN_FIELD_NUMBER, "4111111111111111"), (CSN_FIELD_EXPIRY, "12/28"), (CSN_FIELD_CVC, "123")] {
            checked { csn_card_set(card, field, text, text.utf8.count, $0) }
        }
        checked { csn_payment_set_card(payment, card, $0) }
        let status = checked { csn_payment_run(payment, -1, $0) }
        expect(status == CSN_SETTLED && csn_payment_ending(payment) == CSN_ENDING_AUTHORISED, "a payment afterwards: \(status)")
        csn_card_free(card)
        csn_payment_free(payment)
        csn_engine_free(engine)
    }

    // MARK: Calls

    private func call() {
        switch choices.below(30) {
        case 0: keep(engine(text(["{\"time\":\"virtual\"}", Self.virtual])))
        case 1, 2:
            var payment: OpaquePointer?
            let engine = handle()
            string([Self.order] + Self.values) { json in checked { csn_payment_new(engine, json, &payment, $0) } }
            keep(payment)
        case 3, 4:
            var card: OpaquePointer?
            let engine = handle()
            checked { csn_card_new(engine, nil, &card, $0) }
            fill(card)
            keep(card)
        case 5: free(handle())
        case 6, 7:
            let (payment, card) = (handle(), handle())
            checked { csn_payment_set_card(payment, card, $0) }
        case 8, 9, 10:
            let payment = handle()
            let timeout = int()
            let status = checked { csn_payment_run(payment, timeout, $0) }
            if planted, status == CSN_SETTLED, csn_payment_ending(payment) == CSN_ENDING_CANCELLED { fail("planted") }
        case 11:
            let payment = handle()
            checked { csn_payment_submit(payment, $0) }
        case 12:
            let payment = handle()
            checked { csn_payment_cancel(payment, $0) }
        case 13:
            let payment = handle()
            checked { csn_payment_look_up(payment, $0) }
        case 14:
            let payment = handle()
            checked { csn_payment_close_challenge(payment, $0) }
        case 15:
            let payment = handle()
            checked { csn_payment_complete_challenge(payment, "x", 1, $0) }
        case 16, 17: setField(handle())
        case 18: read(handle())
        case 19: setHook(handle())
        case 20: setHooks(handle())
        case 21:
            let (engine, steps) = (handle(), int())
            checked { csn_engine_dispatch(engine, Int32(truncatingIfNeeded: steps), $0) }
        case 22:
            let (engine, time) = (handle(), int())
            checked { csn_engine_advance_time(engine, time, $0) }
        case 23: look(handle())
        case 24, 25: edit(handle())
        case 26: answerIssuer(handle(), handle())
        case 27:
            let (reply, decision) = (handle(), int())
            checked { csn_reply_complete(reply, Int32(truncatingIfNeeded: decision), $0) }
        case 28:
            let engine = handle()
            let table = choices.bytes()
            checked { csn_engine_load_issuers(engine, table.baseAddress?.assumingMemoryBound(to: CChar.self), table.count, $0) }
        default: answer(handle(), handle())
        }
    }

    private func fill(_ card: OpaquePointer?) {
        let number = Self.numbers[choices.below(Self.numbers.count)]
        for (field, text) in [(CSN_FIELD_NUMBER, number), (CSN_FIELD_EXPIRY, "12/28"), (CSN_FIELD_CVC, "123")] {
            checked { csn_card_set(card, field, text, text.utf8.count, $0) }
        }
    }

    private func setField(_ payment: OpaquePointer?) {
        let kind = choices.below(4)
        let number = int()
        string(Self.paths) { path in
            switch kind {
            case 0: string(Self.values) { value in checked { csn_payment_set_string(payment, path, value, $0) } }
            case 1: checked { csn_payment_set_int(payment, path, number, $0) }
            case 2: checked { csn_payment_set_bool(payment, path, Int32(truncatingIfNeeded: number), $0) }
            default: string(Self.values) { value in checked { csn_payment_set_json(payment, path, value, $0) } }
            }
        }
    }

    private func read(_ payment: OpaquePointer?) {
        var (number, truth, length) = (Int64(0), Int32(0), 0)
        var json: UnsafeMutablePointer<CChar>?
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let capacity = choices.below(257)
            _ = string(Self.paths) { csn_payment_get_string(payment, $0, buffer.baseAddress, capacity, &length) }
        }
        _ = string(Self.paths) { csn_payment_get_int(payment, $0, &number) }
        _ = string(Self.paths) { csn_payment_get_bool(payment, $0, &truth) }
        if checked({ csn_payment_json_copy(payment, &json, $0) }) == CSN_OK { expect(json?[0] == 0x7b, "an object") }
        csn_free(json)
        var error: OpaquePointer?
        if csn_payment_error(payment, &error) == CSN_OK { keep(error) }
        expect(CSN_E_DECLARED...CSN_STATE_SETTLED ~= csn_payment_state(payment), "a state")
        expect(CSN_E_DECLARED...CSN_ENDING_CANCELLED ~= csn_payment_ending(payment), "an ending")
    }

    private func look(_ handle: OpaquePointer?) {
        var (time, json) = (Int64(0), UnsafeMutablePointer<CChar>?.none)
        _ = (csn_engine_fd(handle), csn_engine_now(handle, &time), csn_engine_next_deadline(handle, &time))
        checked { csn_sandbox_books_json_copy(handle, &json, $0) }
        csn_free(json)
        var (length, field) = (0, Int32(truncatingIfNeeded: int()))
        field = choices.flag() ? field : field & 3
        _ = (csn_card_is_valid(handle, field), csn_card_can_become_valid(handle, field), csn_card_error_text(handle, field))
        _ = (csn_card_error_code(handle, field), csn_card_brand(handle), csn_card_brand_count(handle))
        _ = (csn_card_brand_at(handle, field), csn_card_cvc_name(handle), csn_card_cvc_length(handle))
        _ = (csn_card_iin(handle, nil, 0, &length), csn_card_last_four(handle, nil, 0, &length))
        _ = csn_card_format(handle, field, nil, 0, &length)
        checked { csn_card_choose_brand(handle, "visa", $0) }
        _ = (csn_event_id(handle), csn_event_hook(handle), csn_event_payment(handle), csn_event_json(handle))
        _ = (csn_error_code(handle), csn_error_status(handle))
    }

    private func edit(_ card: OpaquePointer?) {
        let (field, kind) = (Int32(choices.below(5)), Int32(choices.below(4)))
        let (start, end) = (Int(choices.byte()), Int(choices.byte()))
        let text = choices.bytes()
        var (caret, length) = (0, 0)
        let status = checked {
            csn_card_edit(
                card, field, kind, start, end, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, &caret, $0)
        }
        guard status == CSN_OK else { return }
        let measured = csn_card_format(card, field, nil, 0, &length)
        expect((measured == CSN_OK) == (length == 0) && caret <= length, "a caret at \(caret) of \(length)")
    }

    private func answerIssuer(_ engine: OpaquePointer?, _ payment: OpaquePointer?) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { creq in
            var length = 0
            guard csn_payment_get_string(payment, "challenge.creq", creq.baseAddress, 8192, &length) == CSN_OK else { return }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { cres in
                let otp = ["1234", "0000", ""][choices.below(3)]
                let capacity = choices.flag() ? 8192 : choices.below(256)
                checked { csn_sandbox_acs_answer(engine, creq.baseAddress, otp, cres.baseAddress, capacity, &length, $0) }
                if choices.flag() {
                    checked { csn_sandbox_acs_cancel(engine, creq.baseAddress, cres.baseAddress, 8192, &length, $0) }
                }
                if choices.flag() { checked { csn_payment_complete_challenge(payment, cres.baseAddress, 1, $0) } }
            }
        }
    }

    // MARK: Hooks

    private func setHook(_ handle: OpaquePointer?) {
        let ofEngine = choices.flag()
        let function: csn_hook? = choices.below(4) == 3 ? nil : hook
        lives += 1
        string(Self.hooks) { name in
            checked {
                ofEngine
                    ? csn_engine_set_hook(handle, name, function, nil, destroy, $0)
                    : csn_payment_set_hook(handle, name, function, nil, destroy, $0)
            }
        }
    }

    /// A struct of any size, its tail zero or not, in memory that is larger than any size that is read.
    private func setHooks(_ handle: OpaquePointer?) {
        let size = MemoryLayout<csn_hooks>.size
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 16) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            let wanted = [size, 0, 8, 24, 32, size - 8, size - 1, size + 8, 4096, 8192, Int(UInt32.max)][choices.below(11)]
            memory.storeBytes(of: UInt32(wanted), as: UInt32.self)
            if choices.below(8) == 7 { memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self) }
            memory.storeBytes(of: destroy, toByteOffset: 16, as: csn_destroy?.self)
            for offset in stride(from: 24, to: size, by: 8) where choices.flag() {
                memory.storeBytes(of: hook, toByteOffset: offset, as: csn_hook?.self)
            }
            if choices.below(8) == 7 { memory.storeBytes(of: 1, toByteOffset: size + choices.below(64), as: UInt8.self) }
            if wanted >= 24 { lives += 1 }
            let struct_ = memory.baseAddress?.assumingMemoryBound(to: csn_hooks.self)
            let ofEngine = choices.flag()
            checked { ofEngine ? csn_engine_set_hooks(handle, struct_, $0) : csn_payment_set_hooks(handle, struct_, $0) }
        }
    }

    func destroyed() {
        lives -= 1
        expect(lives >= 0, "user data destroyed twice")
    }

    func hooked(_ event: OpaquePointer?, _ reply: OpaquePointer?) -> Int32 {
        keep(event)
        keep(reply)
        expect(0..<CSN_HOOK_COUNT ~= csn_event_hook(event), "a hook's number")
        expect(csn_event_json(event)?[0] == 0x7b, "an event in JSON")
        depth += 1
        defer { depth -= 1 }
        var turns = 0
        while choices.below(3) == 2, turns < 4, depth < 3 {
            turns += 1
            if choices.flag() { call() } else { answer(event, reply) }
        }
        return Int32(choices.below(8)) - 1
    }

    /// Reads an event and fills a reply, which may be neither.
    private func answer(_ event: OpaquePointer?, _ reply: OpaquePointer?) {
        var (number, truth) = (Int64(0), Int32(0))
        let (value, secret) = (int(), choices.bytes())
        string(Self.paths) { path in
            _ = (csn_event_string(event, path), csn_event_int(event, path, &number), csn_event_bool(event, path, &truth))
            switch choices.below(6) {
            case 0: string(Self.values) { text in checked { csn_reply_set_string(reply, path, text, $0) } }
            case 1: checked { csn_reply_set_int(reply, path, value, $0) }
            case 2: checked { csn_reply_set_bool(reply, path, 1, $0) }
            case 3: string(Self.values) { text in checked { csn_reply_set_json(reply, text, $0) } }
            case 4:
                checked {
                    csn_reply_set_secret(reply, path, secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count, $0)
                }
            default: string(Self.values) { text in checked { csn_reply_set_reason(reply, text, $0) } }
            }
        }
    }
}

private let hook: csn_hook = { event, reply, _ in Caller.current.hooked(event, reply) }
private let destroy: csn_destroy = { _ in Caller.current.destroyed() }
