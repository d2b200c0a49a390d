@testable import Countersign

/// One payment driven by a seed: it answers every effect with something that may happen, in an order that may happen, throws in
/// events that mean nothing, and writes down every rule that is broken.
struct RandomPayment {
    private(set) var machine: PaymentMachine
    private(set) var broken: [String] = []
    private(set) var transitions: [Transition: Int] = [:]
    var random: SeededRandom
    /// Half of the payments reach the money undisturbed and have their trouble there.
    let troubleIsLate: Bool
    private var now: Int64 = 1_700_000_000_000
    private var effects: [PaymentEffect] = []
    /// Events that may happen next; any of them may come first.
    var due: [PaymentEvent] = []
    private var timer: Int64?
    private var asked: HookPoint?
    private var lastStep = PaymentStep.created

    // What an observer outside has seen.
    private var persisted: Set<UInt32> = []
    private var moneyPermitted = false
    private var persistedKey = ""
    private var endings = 0
    private var postAuthorisations = 0
    private var hasSettled = false
    private var isRejected = false
    private var isAborted = false
    private var told: [HookPoint] = []
    private var hasChanged = false
    private var keysSent: [String] = []

    struct Transition: Hashable {
        let from: PaymentStep
        let to: PaymentStep
    }

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var hooks = HookSet()
        for hook in HookPoint.allCases where random.chance(70) { hooks.insert(HookSet(hook)) }
        if random.chance(65) {
            hooks.insert([HookSet(.onPreInitiateAuthentication), HookSet(.onPreAuthentication)])
        } else {
            hooks.remove([HookSet(.onPreInitiateAuthentication), HookSet(.onPreAuthentication)])
        }
        let record = PaymentRecord(id: "p", transaction: RandomPayment.transaction(&random), hooks: hooks)
        var needs = OperationNeeds()
        for operation in Operation.allCases { needs[operation] = RequestNeeds(rawValue: UInt8(random.below(8))) }
        let traits = GatewayTraits(
            name: "random", shape: .staged, idempotencyLifetime: 0, notFoundProvesAfter: random.chance(50) ? 10_000 : 1_000,
            referenceLength: 50, isLive: false,
            echoesAmount: true, needs: needs)
        machine = PaymentMachine(record: record, traits: Shared(traits))
        troubleIsLate = random.chance(50)
        self.random = random
    }

    private static func transaction(_ random: inout SeededRandom) -> TransactionData {
        var data = TransactionData()
        data.amount = try? Amount(minorUnits: Int64(1 + random.below(100_000)), currency: testCurrency)
        data.intent = TransactionData.Intent.allCases[random.below(5)]
        if random.chance(70) { data.intent = random.chance(50) ? .authorisation : .purchase }
        data.entryType = random.chance(90) ? .ecom : .moto
        data.initiator = random.chance(90) ? .shopper : .merchant
        data.merchantTransactionId = "order"
        data.merchantShopperId = random.chance(80) ? "shopper" : ""
        data.flow = random.chance(60) ? .dropIn : .components
        data.acceptsPartialApproval = random.chance(50)
        if random.chance(15) { data.psd2Exemption = .lowValue }
        if random.chance(50) {
            var authentication = AuthenticationData()
            authentication.continueOnFailure = random.chance(50)
            authentication.preInitiateTimeout = random.chance(90) ? 120_000 : 1
            data.authentication = authentication
        }
        if random.chance(25) {
            var saved = TransactionData.SavedCard()
            saved.gatewayTokenId = "token"
            saved.brand = "visa"
            saved.needsCVC = random.chance(20)
            data.savedCard = saved
        }
        if random.chance(10) { data.recurring = Recurring() }
        return data
    }

    /// Runs until nothing is due, and checks the end.
    mutating func run() {
        if random.chance(3) { feed(.cancelRequested) }
        var refusal: PaymentError?
        if random.chance(3) { refusal = PaymentError(.validationFailed, .refused, "", field: "card.number") }
        feed(
            .submitted(
                PaymentEvent.Submission(
                    idempotencyKeys: ("key-1", "key-2"),
                    card: PaymentRecord.CardSummary(
                        brand: random.chance(50) ? "visa" : "mastercard", iin: "411111", lastFour: "1111"),
                    refusal: refusal)))
        for _ in 0..<400 {
            if let event = nextEvent() { feed(event) } else { break }
        }
        checkEnd()
    }

    private mutating func nextEvent() -> PaymentEvent? {
        if random.chance(3) { return noise() }
        if due.isEmpty {
            guard let time = timer else { return hasSettled && random.chance(30) ? afterwards() : nil }
            // A look-up that finds nothing for days is cut short here.
            if machine.record.attempt.lookUps > 40 { return nil }
            now = max(now, time)
            timer = nil
            return .timerFired
        }
        now += Int64(random.below(2_000))
        return due.remove(at: random.below(due.count))
    }

    /// Events that come at the wrong time.
    private mutating func noise() -> PaymentEvent {
        switch random.below(9) {
        case 0: .cancelRequested
        case 1: .challengeCompleted
        case 2: .challengeClosed
        case 3: .timerFired
        case 4: .persisted(UInt32(random.below(40)) &+ 1_000)
        case 5: .completed(Operation.allCases[random.below(7)], outcome(of: Operation.allCases[random.below(7)]))
        case 6: .answered(HookPoint.allCases[random.below(21)], .proceed, .none)
        case 7: .lookUpRequested
        default: .challengeClosed
        }
    }

    private mutating func afterwards() -> PaymentEvent {
        random.chance(50) ? .lookUpRequested : .proof(transactionReply())
    }

    private mutating func feed(_ event: PaymentEvent) {
        let before = machine.record
        // A reply only counts as noise when no request of its kind is out.
        if case .timerFired = event { timer = nil }
        if case .answered(let hook, .none, _) = event, machine.record.progress.asked == hook {
            if hook == .onPreTokenisation || hook == .onPreAuthentication || hook == .onPreAuthorisation { isAborted = true }
        }
        effects.removeAll(keepingCapacity: true)
        machine.handle(event, now: now, into: &effects)
        let after = machine.record
        if after.sequence != before.sequence { transitions[Transition(from: before.step, to: after.step), default: 0] += 1 }
        rule(after.ledger.isBalanced, "the books balance")
        rule(
            !(before.step == .unknown && after.ending == .failed && !isProven(event)),
            "unknown never turns into failed by itself")
        if let ending = before.ending, after.ending != ending {
            rule(after.ending == .authorised || after.ending == .captured, "only proof that money moved changes an ending")
            hasChanged = true
        }
        observe(before)
    }

    private func isProven(_ event: PaymentEvent) -> Bool {
        switch event {
        case .completed(.lookUp, .transaction), .completed(.technicalCancel, _), .proof: true
        default: false
        }
    }

    private mutating func rule(_ holds: Bool, _ text: String) {
        if !holds { broken.append(text) }
    }

    // MARK: Effects

    private mutating func observe(_ before: PaymentRecord) {
        for effect in effects {
            switch effect {
            case .persist(let sequence, let permitsMoney):
                if random.chance(1) {
                    due.append(.notPersisted(sequence, PaymentError(.unexpected, .refused, "disk full")))
                } else {
                    due.append(.persisted(sequence))
                    persisted.insert(sequence)
                    if permitsMoney {
                        moneyPermitted = true
                        persistedKey = machine.record.attempt.idempotencyKey
                    }
                }
            case .ask(let hook, _):
                ask(hook)
            case .tell(let hook):
                tell(hook)
            case .send(let operation):
                send(operation)
            case .setTimer(let time):
                timer = time
            case .clearTimer:
                timer = nil
            case .forgetCard: break
            case .settled:
                rule(!hasSettled, "a flow settles once")
                hasSettled = true
            }
        }
    }

    private mutating func ask(_ hook: HookPoint) {
        rule(machine.record.hooks.contains(hook), "only hooks that are set are asked")
        rule(endings == 0 || isGathering(hook), "nothing is asked after the end")
        checkOrder(hook)
        let decision: HookDecision =
            random.chance(troubleIsLate ? 98 : 88) ? .proceed : [.none, .none, .failed, .timedOut][random.below(4)]
        if decision == .timedOut {
            timer = now + 30_000
        } else {
            due.append(.answered(hook, decision, reply(to: hook)))
        }
    }

    private func isGathering(_ hook: HookPoint) -> Bool {
        hook == .onGetCredentials || hook == .onGetShopper || hook == .merchantTransactionDate
    }

    private mutating func reply(to hook: HookPoint) -> HookReply {
        switch hook {
        case .onGetCredentials: return .credentials(CredentialsReply())
        case .onGetShopper: return .shopper(Shopper())
        case .merchantTransactionDate: return .date(now)
        case .onPreInitiateAuthentication: return .preInitiation(PreInitiationReply())
        case .onPresentFingerprint:
            var reply = FingerprintReply()
            reply.isCompleted = random.chance(80)
            return .fingerprint(reply)
        case .onPreAuthentication:
            var data = AuthenticationData()
            data.continueOnFailure = random.chance(50)
            return .preAuthentication(data)
        case .onPreAuthorisation:
            var reply = PreAuthorisationReply()
            let limit = machine.record.transaction.value.amount?.minorUnits ?? 0
            if random.chance(15) { reply.amount = Int64(random.below(Int(limit) + 2)) }
            return .preAuthorisation(reply)
        default: return .none
        }
    }

    /// The place of each hook in the flow; a later attempt starts again at the authentication.
    private static let order: [HookPoint] = [
        .onStartSubmit, .onGetConsent, .onPreTokenisation, .onPostTokenisation, .onPreInitiateAuthentication,
        .onPostInitiateAuthentication, .onPresentFingerprint, .onPreAuthentication, .onPresentChallenge, .onPostAuthentication,
        .onPreAuthorisation, .onPostAuthorisation,
    ]
    private var place = -1
    private var placeAttempt = 1

    private mutating func checkOrder(_ hook: HookPoint) {
        guard let position = RandomPayment.order.firstIndex(of: hook) else { return }
        if machine.record.attempt.number != placeAttempt {
            placeAttempt = machine.record.attempt.number
            place = 3
        }
        rule(position > place, "\(hook.name) comes in its order and once an attempt")
        place = position
    }

    private mutating func tell(_ hook: HookPoint) {
        told.append(hook)
        checkOrder(hook)
        switch hook {
        case .onPostAuthorisation:
            postAuthorisations += 1
            endings += 1
            rule(postAuthorisations == 1, "onPostAuthorisation at most once")
        case .onSubmitError, .onCancelled:
            endings += 1
        case .onResultChanged, .onSuccess, .onError: break
        default:
            rule(endings == 0, "nothing but the ending's own hooks is told after it: \(hook.name)")
        }
        rule(endings <= 1, "one ending")
        rule(machine.record.hooks.contains(hook), "only hooks that are set are told")
        if hook == .onPostAuthentication { isRejected = machine.record.authentication?.value.state == .rejected }
    }

    private mutating func send(_ operation: Operation) {
        rule(persisted.contains(machine.record.sequence) || operation == .lookUp, "nothing is sent before its record is stored")
        if operation != .lookUp { rule(!hasSettled, "nothing but a look-up is sent after the end") }
        if operation == .authorise {
            rule(
                moneyPermitted && persistedKey == machine.record.attempt.idempotencyKey,
                "a money request has its key in the store")
            rule(!keysSent.contains(persistedKey), "a money request is sent once")
            rule(!isRejected, "no authorisation after a rejected authentication")
            rule(!isAborted, "no authorisation after an abort")
            rule(machine.record.cancelledBy == nil, "no authorisation after a cancel")
            keysSent.append(persistedKey)
            isRejected = false
        }
        if operation == .technicalCancel { rule(!keysSent.isEmpty, "a technical cancel follows a money request") }
        due.append(.completed(operation, outcome(of: operation)))
    }

    // MARK: The end

    private mutating func checkPaid(_ record: PaymentRecord) {
        let data = record.transaction.value
        guard let reply = record.reply?.value, let amount = reply.amount else {
            rule(false, "what was paid is on record")
            return
        }
        rule(reply.merchantTransactionId == record.attempt.merchantTransactionId, "paid under our reference")
        rule(reply.currency == data.amount?.currency.code, "paid in our currency")
        // Proof that arrives after the ending is a fact, whether it is welcome or not.
        let isPart =
            reply.isPartialApproval && (data.acceptsPartialApproval || hasChanged) && amount < record.authorisationAmount
        rule(amount == record.authorisationAmount || isPart, "paid what was asked, or a part that was welcome")
        rule(record.ledger.authorised == (data.intent == .payout ? 0 : amount), "the books say what was paid")
    }

    private mutating func checkEnd() {
        let record = machine.record
        if hasSettled {
            rule(record.ending != nil, "a settled payment has an ending")
            rule(record.ledger.authorising == 0 || record.ending == nil, "no reservation is left at the end")
            if record.ending == .authorised || record.ending == .captured {
                rule(!keysSent.isEmpty, "nothing is paid without a request")
                checkPaid(record)
            }
        } else {
            rule(
                record.step == .pending || record.step == .unknown || record.step == .reversing,
                "an open payment waits: \(record.step)")
        }
        rule(keysSent.count <= 2, "at most two attempts")
    }
}

let testCurrency: Currency = {
    guard let currency = try? Currency(code: "EUR") else { preconditionFailure("EUR is in the table") }
    return currency
}()
