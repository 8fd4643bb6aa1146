import { type Backend, lookOnNotification } from '@rehearse/service-kit'
import type { BackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailRow, Tables } from '../tables.ts'
import type { MailSurroundings, OutgoingMail } from './prepare-mail.ts'
import { prepareMail } from './prepare-mail.ts'
import {
  claimDueMail,
  deleteOldMail,
  mailChannel,
  parkMail,
  putOffMail,
  removeMail,
  sweepMailAllowances,
} from './repository.ts'
import { deleteOldTokens } from './token-repository.ts'

export interface MailConfig {
  NODE_ENV: 'development' | 'test' | 'production'
  DATABASE_URL: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Milliseconds. */
const hour = 60 * 60 * 1_000
/** Milliseconds that a closing service waits for mail under way; what is not through by then may go out twice. */
const farewell = 5_000

/** Sends what is in the queue, from when the schema stands until the service closes. */
export function keepMailSent(
  { app, beforeServing }: Pick<Backend<Tables>, 'app' | 'beforeServing'>,
  surroundings: MailSurroundings,
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
      await deleteOldMail(surroundings.db)
      await deleteOldTokens(surroundings.db)
      await sweepMailAllowances(surroundings.db)
      sweptAt = performance.now()
    }
    if (mailer !== null) while (!isClosing && (await sendDueMail({ ...surroundings, mailer, log })));
  }
  beforeServing('mail', async () => {
    work = lookOnNotification(
      { databaseUrl: config.DATABASE_URL, name: 'identity-mail', channel: mailChannel, log },
      look,
    )
  })
  app.addHook('onClose', async () => {
    isClosing = true
    await Promise.race([work?.stop(), delay(farewell)])
  })
}

/** Hands mail on, and resolves once somebody else answers for it. */
interface Mailer {
  /**
   * @throws {MailFault} which never holds an address
   */
  deliver(mail: OutgoingMail): Promise<void>
}

/** Why a mail did not go out, in words without any address, so that they may be stored and logged. */
class MailFault extends Error {
  /** The server will not have this mail, however often it is asked. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.name = 'MailFault'
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

/** For development without a mail server: what a mail would have led to, in the log. Never used in production. */
const createLogMailer = (log: FastifyBaseLogger): Mailer => ({
  deliver: async ({ subject, link }) => {
    log.info(link === null ? { subject } : { subject, link }, 'mail that no server is configured for')
  },
})

interface MailSending extends MailSurroundings {
  mailer: Mailer
  log: FastifyBaseLogger
}

/** So many go out at a time; a slow one holds up no others but these. */
const atOnce = 8

/**
 * Sends what is due: each mail once, or twice when a process dies between sending it and noting so. Several replicas
 * may do this at the same time.
 * @returns whether there is likely more
 */
async function sendDueMail(sending: MailSending): Promise<boolean> {
  const due = await claimDueMail(sending.db, atOnce)
  await Promise.all(due.map((mail) => send(sending, mail)))
  return due.length === atOnce
}

async function send(sending: MailSending, mail: MailRow): Promise<void> {
  const { db, mailer } = sending
  if (mail.give_up_at.getTime() <= Date.now() && mail.attempts > 1) {
    await parkMail(db, { id: mail.id, fault: mail.fault ?? 'too late' })
    return logParked(sending, mail, mail.fault ?? 'too late')
  }
  const outgoing = await prepareMail(sending, mail)
  if (outgoing === undefined) return removeMail(db, mail.id)
  try {
    await mailer.deliver(outgoing)
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return settleFault(sending, mail, error)
  }
  await removeMail(db, mail.id)
}

async function settleFault(sending: MailSending, mail: MailRow, fault: MailFault): Promise<void> {
  const { db, log } = sending
  const pause = retryPause(mail.attempts)
  if (fault.isFinal) await parkMail(db, { id: mail.id, fault: fault.message })
  else if ((await putOffMail(db, { id: mail.id, pause, fault: fault.message })) === 'waiting') {
    const line = { mailId: mail.id, kind: mail.letter.kind, attempts: mail.attempts, fault: fault.message }
    return log[mail.attempts === 1 ? 'warn' : 'debug'](line, 'mail not sent, trying again')
  }
  logParked(sending, mail, fault.message)
}

function logParked({ log }: MailSending, { id, letter, attempts }: MailRow, fault: string): void {
  log.error({ mailId: id, kind: letter.kind, attempts, fault }, 'mail given up')
}

const first = 5
const longest = 60 * 60

/** Seconds until a mail that could not be sent is tried again: thrice as long each time, an hour at most. */
export const retryPause = (attempts: number): number => Math.min(first * 3 ** (attempts - 1), longest)

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
function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
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
