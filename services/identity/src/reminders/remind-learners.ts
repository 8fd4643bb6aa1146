import type { Db } from '../db/tables.ts'
import { queueMail } from '../mail/mail-repository.ts'
import type { Tell } from '../mail/tell-by-push.ts'
import { clockOf, localDay } from './clock-of.ts'
import { type DueLearner, findDueLearners, settleDays, zonesInUse } from './reminder-repository.ts'

/** Learners at a time. */
const batch = 200

/**
 * Reminds every learner in whose study hours it is and who has not practised on that day of theirs: once a day,
 * however often and in however many replicas this runs.
 */
export async function remindLearners({ db, tell }: { db: Db; tell: Tell }, now: Date): Promise<void> {
  const clocks = (await zonesInUse(db)).map((zone) => clockOf(zone, now))
  for (;;) {
    const due = await findDueLearners(db, clocks, batch)
    if (due.length === 0) return
    const reminded = await db.transaction().execute(async (trx) => {
      const idle = (await settleDays(trx, due)).filter((learner) => !hasPractised(learner))
      for (const { uid, email } of idle) {
        await queueMail(trx, { learnerId: uid, recipient: email, letter: { kind: 'reminder' } })
      }
      return idle
    })
    await Promise.all(reminded.map(({ uid }) => tell(uid, { kind: 'reminder' })))
  }
}

const hasPractised = ({ lastPractisedAt, zone, day }: DueLearner): boolean =>
  lastPractisedAt !== null && localDay(lastPractisedAt, zone) >= day
