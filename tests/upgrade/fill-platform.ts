import { vi } from 'vitest'
import { soon } from '../backup/place.ts'
import { asking } from './api.ts'
import { type FilledContent, fillContent } from './fill-content.ts'
import { type FilledLearning, fillLearning, regrade } from './fill-learning.ts'
import { fillAdmins, fillLearners, fillProfiles, type Person, superAdmin } from './people.ts'
import type { StoredQuestion } from './questions-of-all-kinds.ts'

/** What a platform was filled with: what reading it again needs. */
export interface Filled {
  /** The first super admin. */
  boss: Person
  admins: Person[]
  learners: Person[]
  content: FilledContent
  learning: FilledLearning
  receiptIds: string[]
  /** When filling ended: what happens later is left out where the API can. */
  at: string
}

const crowd = 32

/** Fills a platform of any version through its documented API. Stored data of a new kind gets its line here. */
export async function fillPlatform(url: string): Promise<Filled> {
  const boss = await superAdmin(url)
  const ask = asking(url, boss.token)
  const admins = await fillAdmins(url, ask)
  const learners = await fillLearners(url, crowd)
  await fillProfiles(
    url,
    learners.filter(({ name }) => name.startsWith('Learner')),
  )
  const content = await fillContent(url, ask, admins)
  const learning = await fillLearning(url, ask, learners, content)
  const [regraded] = content.pathQuestions as [StoredQuestion]
  await regrade(ask, regraded)
  await settleReport(url, boss)
  const receiptIds = [await erase(url, learners.at(-1) as Person)]
  await disable(url, boss, learners.at(-2) as Person)
  return { boss, admins, learners, content, learning, receiptIds, at: new Date().toISOString() }
}

async function settleReport(url: string, boss: Person): Promise<void> {
  const ask = asking(url, boss.token)
  const { data } = await ask<{ data: { id: string }[] }>('/api/admin/reports/questions')
  const body = { state: 'resolved', answer: 'Mended: “HTML/CSS”.' }
  await ask(`/api/admin/reports/questions/${data[0]?.id}`, { method: 'PATCH', body })
}

/** Deletes a learner. @returns the receipt once every service has confirmed */
async function erase(url: string, learner: Person): Promise<string> {
  learner.canSignIn = false
  const ask = asking(url, learner.token)
  const { receipt } = await ask<{ receipt: { id: string } }>('/api/users/me', {
    method: 'DELETE',
    body: { password: learner.password },
  })
  const completed = async () =>
    (await asking(url)<{ receipt: { completedAt: string | null } }>(`/api/privacy/receipts/${receipt.id}`))
      .receipt.completedAt
  await vi.waitUntil(completed, soon)
  return receipt.id
}

async function disable(url: string, boss: Person, learner: Person): Promise<void> {
  learner.canSignIn = false
  const body = { disabled: true, reason: 'Shares “answers”.' }
  await asking(url, boss.token)(`/api/admin/users/${learner.id}`, { method: 'PATCH', body })
}
