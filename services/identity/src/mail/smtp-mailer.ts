import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Mailer, MailFault, type OutgoingMail } from './mailer.ts'

/** Milliseconds until the server has answered, and the longest silence in between. */
const connectTimeout = 10_000
const silenceTimeout = 20_000
/** Milliseconds for one mail in all; below the lease of the queue, so that nobody else has begun by then. */
const deadline = 60_000

/**
 * Sends over SMTP. A connection for each mail: whether the server went away in between is then no question.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the start; STARTTLS is used where offered
 * @param from the sender: an address, or a name and an address
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    socketTimeout: silenceTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async (mail) => {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => late.reject(new MailFault('the mail server took too long', { isFinal: false })),
        deadline,
      )
      try {
        await Promise.race([transport.sendMail(messageOf(mail, from)), late.promise])
      } catch (error) {
        throw error instanceof MailFault ? error : faultOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const messageOf = (mail: OutgoingMail, from: string): SendMailOptions => ({
  from,
  // As an object: it is one address, whatever is in it.
  to: { name: '', address: mail.to },
  messageId: `<${mail.id}@mail.rehearse>`,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl !== null && {
      'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

/** Of what went wrong only codes are kept: servers repeat the address in what they say. */
function faultOf(error: unknown): MailFault {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const what = [code, responseCode, command].filter((part) => part !== undefined).join(' ')
  const refusesRecipient = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return new MailFault(what || 'the mail server did not take it', { isFinal: refusesRecipient })
}
