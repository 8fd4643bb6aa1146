import { type Backend, pollOnNotification } from '@rehearse/service-kit'
import type { BackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type SendMailOptions } from 'nodemailer'
import {
  claimDueMail,
  deadLetterMail,
  deleteFullAllowances,
  deleteOldMail,
  mailChannel,
  removeMail,
  rescheduleMail,
} from '../email/repository.ts'
import { deleteOldTokens } from '../email/token-repository.ts'
import type { MailRow, Tables } from '../tables.ts'
import { type MailDependencies, type OutgoingMail, prepareMail } from './prepare-mail.ts'

export interface MailConfig {
  NODE_ENV: 'development' | 'test' | 'production'
  DATABASE_URL: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Milliseconds. */
const hour = 60 * 60 * 1_000
/** Milliseconds that shutdown waits for mail being sent; mail that isn't finished by then may be sent twice. */
const shutdownTimeout = 5_000

/** Sends queued mail until the service closes. */
export function startMailWorker(
  { app, beforeServing }: Pick<Backend<Tables>, 'app' | 'beforeServing'>,
  dependencies: MailDependencies,
  config: MailConfig,
): void {
  const { log } = app
  const mailer = mailerOf(config, log)
  if (mailer === null) log.warn('no mail is sent: SMTP_URL is not set')
  let work: BackgroundWork | undefined
  let isClosing = false
  let sweptAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    if (performance.now() - sweptAt > hour) {
      await deleteOldMail(dependencies.db)
      await deleteOldTokens(dependencies.db)
      await deleteFullAllowances(dependencies.db)
      sweptAt = performance.now()
    }
    if (mailer !== null) while (!isClosing && (await sendDueMail({ ...dependencies, mailer, log })));
  }
  beforeServing('mail', async () => {
    work = pollOnNotification(
      { databaseUrl: config.DATABASE_URL, name: 'identity-mail', channel: mailChannel, log },
      look,
    )
  })
  app.addHook('onClose', async () => {
    isClosing = true
    await Promise.race([work?.stop(), delay(shutdownTimeout)])
  })
}

/** Resolves once the mail server has accepted the mail. */
interface Mailer {
  /**
   * @throws {MailError} without any address in it
   */
  deliver(mail: OutgoingMail): Promise<void>
}

/** Why a mail wasn't sent. Contains no address, so it can be stored and logged. */
class MailError extends Error {
  /** The server permanently rejected this mail. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.name = 'MailError'
    this.isFinal = isFinal
  }
}

function mailerOf(
  { NODE_ENV, SMTP_URL, MAIL_FROM }: MailConfig,
  log: Backend<Tables>['app']['log'],
): Mailer | null {
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined)
    return createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM })
  return NODE_ENV === 'production' ? null : createLogMailer(log)
}

/** For development without a mail server: logs links instead. Never used in production. */
const createLogMailer = (log: FastifyBaseLogger): Mailer => ({
  deliver: async ({ subject, link }) => {
    log.info(link === null ? { subject } : { subject, link }, 'mail that no server is configured for')
  },
})

interface SendDependencies extends MailDependencies {
  mailer: Mailer
  log: FastifyBaseLogger
}

/** Mails sent concurrently. */
const atOnce = 8

/**
 * Sends due mail: each once, or twice if the process dies before recording it. Several replicas may run this
 * concurrently.
 * @returns whether more mail is likely due
 */
async function sendDueMail(dependencies: SendDependencies): Promise<boolean> {
  const due = await claimDueMail(dependencies.db, atOnce)
  await Promise.all(due.map((mail) => send(dependencies, mail)))
  return due.length === atOnce
}

async function send(dependencies: SendDependencies, mail: MailRow): Promise<void> {
  const { db, mailer } = dependencies
  if (mail.give_up_at.getTime() <= Date.now() && mail.attempts > 1) {
    await deadLetterMail(db, { id: mail.id, fault: mail.fault ?? 'too late' })
    return logDeadLettered(dependencies, mail, mail.fault ?? 'too late')
  }
  const outgoing = await prepareMail(dependencies, mail)
  if (outgoing === undefined) return removeMail(db, mail.id)
  try {
    await mailer.deliver(outgoing)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return handleFailure(dependencies, mail, error)
  }
  await removeMail(db, mail.id)
}

async function handleFailure(dependencies: SendDependencies, mail: MailRow, fault: MailError): Promise<void> {
  const { db, log } = dependencies
  const pause = retryPause(mail.attempts)
  if (fault.isFinal) await deadLetterMail(db, { id: mail.id, fault: fault.message })
  else if ((await rescheduleMail(db, { id: mail.id, pause, fault: fault.message })) === 'waiting') {
    const line = { mailId: mail.id, kind: mail.letter.kind, attempts: mail.attempts, fault: fault.message }
    return log[mail.attempts === 1 ? 'warn' : 'debug'](line, 'mail not sent, trying again')
  }
  logDeadLettered(dependencies, mail, fault.message)
}

function logDeadLettered({ log }: SendDependencies, { id, letter, attempts }: MailRow, fault: string): void {
  log.error({ mailId: id, kind: letter.kind, attempts, fault }, 'mail given up')
}

const first = 5
const longest = 60 * 60

/** Seconds until the next attempt: three times as long each time, at most an hour. */
export const retryPause = (attempts: number): number => Math.min(first * 3 ** (attempts - 1), longest)

/** Milliseconds until the server responds, and the longest pause within a connection. */
const connectTimeout = 10_000
const socketTimeout = 20_000
/** Timeout (ms) for one mail; shorter than the queue's lease, so that no other worker has claimed it by then. */
const deadline = 60_000

/**
 * Sends over SMTP with one connection per mail, so that there are no stale connections.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the start; STARTTLS is used where offered
 * @param from the sender: an address, or a name and an address
 */
function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    socketTimeout: socketTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async (mail) => {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => late.reject(new MailError('the mail server took too long', { isFinal: false })),
        deadline,
      )
      try {
        await Promise.race([transport.sendMail(messageOf(mail, from)), late.promise])
      } catch (error) {
        throw error instanceof MailError ? error : toMailError(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const messageOf = (mail: OutgoingMail, from: string): SendMailOptions => ({
  from,
  // An object, so that it's parsed as one address.
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

/** Keeps only the codes of an error, since servers repeat the address in their messages. */
function toMailError(error: unknown): MailError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const what = [code, responseCode, command].filter((part) => part !== undefined).join(' ')
  const refusesRecipient = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return new MailError(what || 'the mail server did not take it', { isFinal: refusesRecipient })
}
