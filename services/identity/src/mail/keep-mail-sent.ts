import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/background-work'
import { delay } from '@rehearse/service-kit/delay'
import type { Tables } from '../db/tables.ts'
import { createLogMailer } from './log-mailer.ts'
import { deleteOldMail } from './mail-repository.ts'
import type { Mailer } from './mailer.ts'
import type { MailSurroundings } from './prepare-mail.ts'
import { sendDueMail } from './send-due-mail.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export interface MailConfig {
  NODE_ENV: 'development' | 'test' | 'production'
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Milliseconds between looks at an empty queue. */
const pause = 1_000
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
  beforeServing('mail', async () => {
    work = startBackgroundWork(
      'mail',
      async (stop) => {
        let sweptAt = Number.NEGATIVE_INFINITY
        while (!stop.aborted) {
          if (performance.now() - sweptAt > hour) {
            await deleteOldMail(surroundings.db)
            sweptAt = performance.now()
          }
          const isMore = mailer !== null && (await sendDueMail({ ...surroundings, mailer, log }))
          if (!isMore) await delay(pause, stop)
        }
      },
      log,
    )
  })
  app.addHook('onClose', async () => {
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
