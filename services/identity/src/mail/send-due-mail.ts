import type { FastifyBaseLogger } from 'fastify'
import type { MailRow } from '../db/account-tables.ts'
import { claimDueMail, parkMail, putOffMail, removeMail } from './mail-repository.ts'
import { type Mailer, MailFault } from './mailer.ts'
import { type MailSurroundings, prepareMail } from './prepare-mail.ts'
import { retryPause } from './retry-pause.ts'

export interface MailSending extends MailSurroundings {
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
export async function sendDueMail(sending: MailSending): Promise<boolean> {
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
