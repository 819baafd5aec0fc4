"""Mail, by the SMTP server that the owner of the site has named."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from typing import final

from microciv.server.notices.channels import SECONDS, Failed, Gone, Threads
from microciv.server.settings import Settings


@final
class Mailer:
    """Hands mails to the server, one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = Threads(1, "mail")

    async def send(self, address: str, mail: EmailMessage) -> None:
        """Return when the server has taken it.

        :raises Gone, Failed: if it has not.
        """
        del mail["From"], mail["To"]  # of a former try
        mail["From"], mail["To"] = self._settings.sender, address
        await self._threads.run(self._send, mail)

    def _send(self, mail: EmailMessage) -> None:
        how = self._settings
        host, port = how.smtp or "", how.smtp_port
        try:
            with (
                smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=_context())
                if how.smtp_tls == "tls"
                else smtplib.SMTP(host, port, timeout=SECONDS)
            ) as server:
                if how.smtp_tls == "starttls":
                    server.starttls(context=_context())
                if how.smtp_user is not None:
                    server.login(how.smtp_user, how.smtp_password or "")
                server.send_message(mail)
        except smtplib.SMTPRecipientsRefused as refused:
            # For ever, or for now only (greylisting).
            if all([code >= 500 for code, _ in refused.recipients.values()]):
                raise Gone from None
            raise Failed from None
        except (OSError, smtplib.SMTPException):
            raise Failed from None

    def close(self) -> None:
        self._threads.close()


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
