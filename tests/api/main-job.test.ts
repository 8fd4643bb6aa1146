import { randomUUID } from 'node:crypto'
import type { ImportResult, Progress, PublicQuestion, Question, SaveReply } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { newLearner, superAdmin, visitor } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

const file = (marker: string) => `# Loops ${marker}

###### 1. What's the output? ${marker}

\`\`\`js
for (var i = 0; i < 2; i++) {

  setTimeout(() => console.log(i))
}
\`\`\`

- A: \`0 1\`
- B: \`2 2\`

<details><summary><b>Answer</b></summary>
<p>

#### Answer: B

One variable for all rounds.

</p>
</details>

---

###### 2. Which of these are falsy? ${marker}

- [x] \`0\`
- [x] \`''\`
- [ ] \`[]\`
`

describe('the main job', () => {
  test('an admin imports a Markdown file; a learner signs up, answers, and sees points and streak change', async () => {
    const marker = randomUUID()
    const asAdmin = await superAdmin()
    const form = new FormData()
    form.append('file', new Blob([file(marker)], { type: 'text/markdown' }), 'loops.md')
    const imported = await asAdmin<{ data: ImportResult; message: string }>('/api/questions/import', {
      body: form,
    })
    expect(imported).toMatchObject({
      status: 200,
      body: { data: { success: 2, failed: 0 }, message: '2 questions added successfully! 0 failed.' },
    })

    const found = await visitor<{ data: PublicQuestion[] }>(
      `/api/questions/unified?search=${marker}&orderBy=title&orderDirection=asc`,
    )
    expect(found.body.data.map((question) => question.selection)).toEqual(['one', 'many'])
    const [loop, falsy] = found.body.data as [PublicQuestion, PublicQuestion]

    const learner = await newLearner()
    const before = await learner.call<{ progress: Progress }>('/api/progress/get')
    expect(before.body.progress).toMatchObject({ totalQuestions: 0, currentStreak: 0 })
    const answer = (question: PublicQuestion, selectedOptionIds: string[]) =>
      learner.call<SaveReply>('/api/progress/save', {
        body: {
          answerId: randomUUID(),
          questionId: question.id,
          questionVersion: question.version,
          selectedOptionIds,
          timeSpent: 9,
        },
      })
    const right = await answer(loop, ['b'])
    expect(right.body.result).toMatchObject({ isCorrect: true, points: 10 })
    expect(right.body.result.explanation).toContain('One variable for all rounds.')
    const wrong = await answer(falsy, ['a'])
    expect(wrong.body.result).toMatchObject({ isCorrect: false, points: 0, correctOptionIds: ['a', 'b'] })

    const after = await learner.call<{ progress: Progress }>('/api/progress/get')
    expect(after.body.progress).toMatchObject({
      totalQuestions: 2,
      correctAnswers: 1,
      accuracy: 50,
      timeSpent: 18,
      currentStreak: 1,
    })
    const { badges, totalPoints } = after.body.progress.achievements
    expect(totalPoints).toBe(badges.reduce((sum, badge) => sum + badge.points, 10))
  })

  test('an answer counts once as a use of its question', async () => {
    const question = await newQuestion()
    const learner = await newLearner()
    const body = answerTo(question)
    await learner.call('/api/progress/save', { body })
    await learner.call('/api/progress/save', { body })
    const asAdmin = await superAdmin()
    const usage = async () =>
      (await asAdmin<{ data: Question }>(`/api/questions/unified/${question.id}`)).body.data.usageCount
    await expect.poll(usage).toBe(1)
  })

  test('a visitor practices without an account and nothing is saved', async () => {
    const question = await newQuestion()
    const checked = await visitor(`/api/questions/unified/${question.id}/check`, {
      body: { selectedOptionIds: ['b'] },
    })
    expect(checked).toMatchObject({
      status: 200,
      body: { result: { isCorrect: true, correctOptionIds: ['b'] } },
    })
  })

  test('before an answer, only admins see the key of a question', async () => {
    const question = await newQuestion()
    const learner = await newLearner()
    const replies = await Promise.all(
      [visitor, learner.call].flatMap((call) => [
        call(`/api/questions/unified/${question.id}`),
        call(`/api/questions/unified?search=${encodeURIComponent(question.title)}`),
      ]),
    )
    for (const reply of replies) {
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).not.toMatch(
        /isCorrect|explanation|correctAnswers|feedback|tag of objects/,
      )
    }
  })
})
