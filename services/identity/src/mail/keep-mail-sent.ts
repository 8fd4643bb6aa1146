import { type Backend, lookOnNotification } from '@rehearse/service-kit'
import type { BackgroundWork } from '@rehearse/service-kit/background-work'
import { delay } from '@rehearse/service-kit/delay'
import { deleteOldTokens } from '../account-tokens/account-token-repository.ts'
import type { Tables } from '../db/tables.ts'
import { createLogMailer } from './log-mailer.ts'
import { sweepMailAllowances } from './mail-allowance-repository.ts'
import { deleteOldMail, mailChannel } from './mail-repository.ts'
import type { Mailer } from './mailer.ts'
import type { MailSurroundings } from './prepare-mail.ts'
import { sendDueMail } from './send-due-mail.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

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

function mailerOf(
  { NODE_ENV, SMTP_URL, MAIL_FROM }: MailConfig,
  log: Backend<Tables>['app']['log'],
): Mailer | null {
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined)
    return createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM })
  return NODE_ENV === 'production' ? null : createLogMailer(log)
}
