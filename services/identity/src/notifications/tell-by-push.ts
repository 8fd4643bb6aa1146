import type { FastifyBaseLogger } from 'fastify'
import { languageOf, pageAbout, sayLetter } from '../email/compose-mail.ts'
import type { Letter } from '../email/letter.ts'
import { findPreferences } from '../learners/preferences-repository.ts'
import type { Db } from '../tables.ts'
import type { Push } from './push.ts'

/** Shows on a learner's devices, where they allow it, what they also get by mail. Never fails: it is an extra. */
export type Tell = (learnerId: string, letter: Letter) => Promise<void>

/** @param push null where it is not offered */
export function tellByPush({ db, push, log }: { db: Db; push: Push | null; log: FastifyBaseLogger }): Tell {
  return async (learnerId, letter) => {
    if (push === null) return
    try {
      const { language, timezone } = await findPreferences(db, learnerId)
      const { subject, lines } = sayLetter(letter, languageOf(language), timezone)
      await push.pushTo(learnerId, { title: subject, body: lines.join('\n'), url: pageAbout(letter.kind) })
    } catch (error) {
      log.warn({ err: error }, 'could not tell a learner by push')
    }
  }
}
