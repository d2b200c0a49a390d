"""Pays 99.99 EUR at the embedded sandbox with a card whose issuer asks the shopper for a code."""

from countersign import Engine, Event, Proceed, Run


def approve(event: Event) -> Proceed:
    print(f"{event.name}: liability {event.get('authentication.liability', 'none')}")
    return Proceed()  # NONE cancels the payment; nothing else, None included, is ever a yes


with Engine({"authentication": {}}, on_pre_authorisation=approve) as engine:  # 3-D Secure, with its defaults
    card = engine.card(number=bytearray(b"4111110000000112"), expiry="12/39", cvc=bytearray(b"123"))
    payment = engine.payment(
        {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"},
        card=card,
    )
    while payment.run() is Run.ACTION_REQUIRED:  # a shop would show payment.challenge.url
        cres = engine.sandbox.answer(payment.challenge.creq, "1234")
        payment.complete_challenge(cres)
    if payment.error:
        print(payment.error)
    print(payment.ending.name.lower() if payment.ending else "not known yet")  # it may yet be paid
