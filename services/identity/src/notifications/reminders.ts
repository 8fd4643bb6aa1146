import { answerSubmitted } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { z } from 'zod'
import { queueMail } from '../email/repository.ts'
import type { Db, Tables } from '../tables.ts'
import { localClock, localDay } from './local-clock.ts'
import type { PushNotifier } from './push.ts'
import {
  claimDays,
  type DueLearner,
  deleteOldDays,
  findDueLearners,
  recordPractice,
  timeZonesInUse,
} from './repository.ts'

/** Milliseconds between runs. */
const pause = 60_000

/** The part of an answer event that identity reads: who practiced, and when progress received it. */
const practiced = z.object({
  ...answerSubmitted.shape,
  data: answerSubmitted.shape.data.pick({ learnerId: true }),
})

/** Records practice and reminds learners who haven't practiced, until the service closes. */
export function startReminders(backend: Backend<Tables>, notify: PushNotifier): void {
  const { consume, runPeriodically } = backend
  const { db } = backend.database
  consume<z.infer<typeof practiced>>({
    name: 'identity-practice',
    schema: practiced,
    handle: (messages, trx) =>
      recordPractice(
        trx,
        messages.map(({ data, occurredAt }) => ({ learnerId: data.learnerId, at: occurredAt })),
      ),
  })

  runPeriodically('reminders', pause, async () => {
    await remindLearners({ db, notify }, new Date())
    await deleteOldDays(db)
  })
}

/** Learners per transaction. */
const batch = 200

/**
 * Reminds every learner whose study hours have begun and who hasn't practiced that day by their own clock: once per day,
 * no matter how often and in how many replicas this runs.
 */
export async function remindLearners(
  { db, notify }: { db: Db; notify: PushNotifier },
  now: Date,
): Promise<void> {
  const clocks = (await timeZonesInUse(db)).map((zone) => localClock(zone, now))
  for (;;) {
    const due = await findDueLearners(db, clocks, batch)
    if (due.length === 0) return
    const reminded = await db.transaction().execute(async (trx) => {
      const idle = (await claimDays(trx, due)).filter((learner) => !hasPracticed(learner))
      for (const { uid, email } of idle) {
        await queueMail(trx, { learnerId: uid, recipient: email, letter: { kind: 'reminder' } })
      }
      return idle
    })
    await Promise.all(reminded.map(({ uid }) => notify(uid, { kind: 'reminder' })))
  }
}

const hasPracticed = ({ lastPractisedAt, zone, day }: DueLearner): boolean =>
  lastPractisedAt !== null && localDay(lastPractisedAt, zone) >= day
