"""The fields that events and payments can have, so that a mistyped one is told from one without a value."""

from __future__ import annotations

import difflib
from typing import Any, Callable, Optional

#: Every field, as Sources/README.md lists them.
FIELDS = frozenset(
    """
    payment.id payment.step payment.attempt payment.ending merchantTransactionId systemTransactionId amount amountMinor
    currency intent entryType merchantShopperId paymentMethod sessionId card.brand card.iin card.lastFour
    token.gatewayTokenId token.schemeTokenId token.maskedPrimaryAccountNumber token.fundingSource token.issuerCountry
    consent authentication.id authentication.state authentication.scaMandated authentication.applicableExemptions
    authentication.threeDSecureSupported authentication.recommendedChallengeIndicator authentication.threeDSecureVersion
    authentication.transStatus authentication.transStatusReason authentication.eci authentication.authenticationValue
    authentication.directoryServerTransactionId authentication.challengeCancelIndicator authentication.liability
    fingerprint.url fingerprint.data fingerprint.completed challenge.kind challenge.url challenge.creq
    challenge.windowSize challenge.deadline pending.state pending.reason pending.lookUps cancelled.by cancelled.step
    result.state result.stateData.code result.stateData.message result.amountMinor result.isPartialApproval
    result.approvalCode result.provider.name result.provider.code result.provider.message
    result.provider.merchantAdvice.code result.provider.merchantAdvice.message
    result.provider.cardVerificationCodeResult result.provider.addressVerificationServiceResult
    result.provider.electronicCommerceIndicatorAdjustment result.fundingData.cardVerificationCodeResult
    result.fundingData.addressVerificationServiceResult result.fundingData.transactionId result.fundingData.cardScheme
    result.fundingData.maskedPrimaryAccountNumber result.errorCode result.errorReason result.correlationId
    ledger.authorised ledger.captured decline.category decline.retry decline.keepCard decline.earliest decline.limit
    decline.shopperMessageKey decline.shopperMessage error.code error.number error.when error.message error.field
    error.providerCode error.correlationId
    """.split()
)
_GROUPS = frozenset(path[:end] for path in FIELDS for end, letter in enumerate(path) if letter == ".")


class UnknownField(KeyError):
    """There is no field of that name; the message has the nearest. A field that only has no value is a plain KeyError."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        near = difflib.get_close_matches(path, sorted(FIELDS | _GROUPS), n=1)
        self.message = f"no field {path!r}; " + (f"did you mean {near[0]!r}?" if near else "Sources/README.md lists them all")

    def __str__(self) -> str:
        return self.message


def nested(data: dict[str, Any], path: str) -> Any:
    """The value at a dotted path of nested dicts; None where there is none."""
    value: Any = data
    for name in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


class Readable:
    """What has fields: an event and a payment."""

    def __getitem__(self, path: str) -> Any:
        """A field by its dotted path, such as ``event["card.brand"]``. KeyError where it has no value, `UnknownField`, which
        is one, where there is no such field."""
        value = self._known(path)
        if value is None:
            raise KeyError(path)
        return value

    def get(self, path: str, default: Any = None) -> Any:
        """A field by its dotted path, or `default` where it has no value. `UnknownField` where there is no such field."""
        value = self._known(path)
        return default if value is None else value

    @property
    def data(self) -> dict[str, Any]:
        """All fields that have a value now, as nested dicts."""
        raise NotImplementedError

    def _known(self, path: str) -> Any:
        value = self._value(path)
        if value is None and path not in FIELDS:
            if path in _GROUPS:
                return nested(self.data, path)
            raise UnknownField(path)
        return value

    def _value(self, path: str) -> Any:
        raise NotImplementedError


def typed(
    written: str, path: str, whole: Callable[[], Optional[int]], truth: Callable[[], Optional[bool]], data: Readable
) -> Any:
    """The value of a field that the library has written out as text."""
    if written in ("true", "false"):
        found = truth()
        return written if found is None else found
    if written[:1] in ("[", "{"):
        return nested(data.data, path)
    if written.lstrip("-").isdigit():
        number = whole()
        return written if number is None else number
    return written
