import { crc32, deflateSync } from 'node:zlib'
import { sound } from '@rehearse/testing/sound'
import { vi } from 'vitest'
import { soon } from '../backup/place.ts'
import { type Ask, asking } from './api.ts'
import type { Person } from './people.ts'
import { questionsOfAllKinds, type StoredQuestion } from './questions-of-all-kinds.ts'

export interface FilledContent {
  /** In the order of `questionsOfAllKinds`. */
  questions: StoredQuestion[]
  /** Ten, one for each step of `pathId`. */
  pathQuestions: StoredQuestion[]
  pathId: string
  planId: string
  challengeIds: string[]
  imageUrls: string[]
  audioUrls: string[]
  batchIds: string[]
  sections: string[]
}

const bank = '/api/questions/unified'

/** Questions of all kinds and states, the library, files, imports and backups of sections. */
export async function fillContent(url: string, boss: Ask, admins: readonly Person[]): Promise<FilledContent> {
  const sections = await fillTaxonomy(boss)
  const imageUrls = await fillImages(boss)
  const questions: StoredQuestion[] = []
  for (const { input } of questionsOfAllKinds) questions.push(await newQuestion(boss, input))
  const { pathId, pathQuestions } = await fillPath(boss, imageUrls)
  const audioUrls = await fillAudio(boss, questions)
  await fillStatuses(url, boss, admins, questions)
  await fillEdits(boss, questions)
  const batchIds = await fillBatches(boss, questions)
  await fillTranslations(boss, questions)
  await fillComments(url, boss, admins, questions)
  const { planId, challengeIds } = await fillLibrary(boss, questions, imageUrls)
  await fillTrash(boss)
  await fillSectionBackups(boss, questions)
  const stored = await Promise.all(questions.map(({ id }) => readQuestion(boss, id)))
  return {
    questions: stored,
    pathQuestions,
    pathId,
    planId,
    challengeIds,
    imageUrls,
    audioUrls,
    batchIds,
    sections,
  }
}

async function newQuestion(ask: Ask, body: object): Promise<StoredQuestion> {
  return (await ask<{ data: StoredQuestion }>(bank, { body })).data
}

async function readQuestion(ask: Ask, id: string): Promise<StoredQuestion> {
  return (await ask<{ data: StoredQuestion }>(`${bank}/${id}`)).data
}

/** Names that have the same slug, and other scripts. @returns the names of categories */
async function fillTaxonomy(boss: Ask): Promise<string[]> {
  const names = [
    'HTML/CSS',
    'HTML & CSS',
    'Node.js',
    'Node JS',
    'لغات الويب',
    'لغات الويب ٢',
    'C++',
    'Math',
    'HTTP',
  ]
  const topics = [
    'Selectors & specificity',
    'Parsing',
    'Arrays',
    'التنسيق',
    ...names.map((name) => `${name} in depth`),
  ]
  await createMissing(boss, '/api/categories', names)
  await createMissing(boss, '/api/topics', topics)
  await createMissing(boss, '/api/sections', names)
  await boss('/api/categories', { body: { id: 'filled-gone', name: 'Gone' } })
  await boss('/api/categories/filled-gone', { method: 'PUT', body: { name: 'Soon gone' } })
  await boss('/api/categories/filled-gone', { method: 'DELETE' })
  return names
}

/** Some of these names ship with the platform. */
async function createMissing(boss: Ask, path: string, names: readonly string[]): Promise<void> {
  const { data } = await boss<{ data: { name: string }[] }>(path)
  const taken = new Set(data.map(({ name }) => name.toLowerCase()))
  for (const [n, name] of names.entries())
    if (!taken.has(name.toLowerCase())) await boss(path, { body: { id: `filled-${n}`, name } })
}

/** A path of ten steps with one question each. */
async function fillPath(boss: Ask, imageUrls: string[]) {
  const pathId = 'filled-path'
  await boss('/api/learning-paths', {
    body: { id: pathId, title: 'A path: “HTML/CSS”', difficulty: 'easy', targetSkills: ['C++'] },
  })
  const pathQuestions: StoredQuestion[] = []
  for (let n = 0; n < 10; n += 1) {
    const options = [
      { text: `\`${n}\``, isCorrect: true, feedback: 'Yes.' },
      { text: `* ${n + 1}`, isCorrect: false },
    ]
    const question = { title: `Step ${n}: what comes first?`, content: 'Count from zero.', type: 'single' }
    const more = { difficulty: 'easy', category: 'C++', learningPath: pathId, explanation: 'Zero.', options }
    pathQuestions.push(await newQuestion(boss, { ...question, ...more }))
  }
  const steps = pathQuestions.map(({ id }, n) => ({
    id: `step-${n}`,
    title: `Step ${n}`,
    summary: 'One thing.',
    lesson: `## Lesson ${n}\n\n![An image](${imageUrls[n % imageUrls.length]})\n\n> “Quoted”`,
    questionIds: [id],
  }))
  await boss(`/api/learning-paths/${pathId}`, { method: 'PUT', body: { steps } })
  return { pathId, pathQuestions }
}

async function fillImages(boss: Ask): Promise<string[]> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle cx="10" cy="10" r="8"/></svg>'
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['circle “é”.svg', Buffer.from(svg)],
    ['gradient.png', png(1_200, 300)],
    ['صورة.png', png(30, 40)],
  ]
  const urls: string[] = []
  for (const [name, bytes] of files) {
    const body = new FormData()
    body.append('alt', `What ${name} shows`)
    body.append('file', new Blob([bytes]), name)
    const { data } = await boss<{ data: { id: string; url: string } }>('/api/images', { body })
    urls.push(data.url)
    await boss(`/api/images/${data.id}`, { method: 'PATCH', body: { alt: `${name}, described again` } })
  }
  return urls
}

/** A grayscale gradient. */
function png(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < rows.length; at += 1) rows[at] = at % (width + 1) === 0 ? 0 : at % 251
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(rows))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

async function fillAudio(boss: Ask, questions: readonly StoredQuestion[]): Promise<string[]> {
  const urls: string[] = []
  for (const [at, type] of [
    [0, 'question'],
    [0, 'answer'],
    [1, 'question'],
  ] as const) {
    const id = questions[at]?.id as string
    const body = new FormData()
    body.append('questionId', id)
    body.append('type', type)
    body.append('file', new Blob([sound()]), `${type} “é”.wav`)
    // Media knows a new question only once its message has arrived.
    const { url } = await vi.waitFor(() => boss<{ url: string }>('/api/audio/upload', { body }), soon)
    urls.push(url)
    const field = type === 'question' ? 'audioQuestion' : 'audioAnswer'
    const read = async () => (await readQuestion(boss, id)) as unknown as Record<string, unknown>
    await vi.waitUntil(async () => (await read())[field] === url, soon)
  }
  return urls
}

/** Every status, with comments, reviewers and dates; a report of each kind follows from learners. */
async function fillStatuses(
  url: string,
  boss: Ask,
  admins: readonly Person[],
  questions: readonly StoredQuestion[],
): Promise<void> {
  const [author, reviewer] = admins as [Person, Person]
  const asAuthor = asking(url, author.token)
  const draft = { type: 'single', category: 'HTML/CSS', explanation: 'Because.', content: 'Which one?' }
  const options = [
    { text: '+', isCorrect: true },
    { text: '2024.', isCorrect: false },
  ]
  const drafts: StoredQuestion[] = []
  for (let n = 0; n < 6; n += 1)
    drafts.push(await newQuestion(asAuthor, { ...draft, options, title: `A draft: ${n}` }))
  const setStatus = (ask: Ask, at: number, body: object) => ask(`${bank}/${drafts[at]?.id}/status`, { body })
  for (const at of [1, 2, 3, 4, 5])
    await setStatus(asAuthor, at, { status: 'in-review', comment: '“Please”', reviewer: reviewer.id })
  const asReviewer = asking(url, reviewer.token)
  await setStatus(asReviewer, 2, { status: 'draft', comment: 'Mend the options.' })
  await setStatus(asReviewer, 3, { status: 'approved' })
  await setStatus(boss, 4, { status: 'scheduled', publishAt: inDays(300) })
  await setStatus(boss, 5, { status: 'approved', expiresAt: inDays(200) })
  await setStatus(boss, 3, { status: 'archived', comment: 'Outdated.' })
  await boss(`${bank}/filters`, {
    body: { name: 'My “drafts”', parameters: { status: 'draft', search: 'a/b' } },
  })
  await asAuthor(`${bank}/filters`, { body: { name: 'HTML/CSS', parameters: { category: 'HTML/CSS' } } })
  await boss(`${bank}/${questions[2]?.id}/copy`, { method: 'POST' })
}

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Versions, deletions and restored questions. */
async function fillEdits(boss: Ask, questions: readonly StoredQuestion[]): Promise<void> {
  const [first, second, third] = questions as [StoredQuestion, StoredQuestion, StoredQuestion]
  const put = (id: string, body: object) => boss(`${bank}/${id}`, { method: 'PUT', body })
  await put(first.id, { explanation: 'An ID counts more than any number of classes. Edited.' })
  await put(first.id, { tags: ['html/css', 'edited'] })
  await put(second.id, { isActive: false })
  await put(second.id, { isActive: true })
  await boss(`${bank}/${third.id}`, { method: 'DELETE' })
  await boss(`${bank}/${third.id}/restore`, { method: 'POST' })
}

const imports: Readonly<Record<string, string>> = {
  markdown: `## 1. What does \`typeof null\` return?

A) \`"null"\`
B) \`"object"\` [correct]

Explanation: An old mistake.
Category: Node.js
`,
  gift: '::Half:: What is one half? {=½ =0.5 ~¼}\n\n::Pi:: What is π? {#3.14:0.01}\n',
  aiken: 'Which comes first?\nA. HTML/CSS\nB. # id\nANSWER: B\n',
  'moodle-xml': `<?xml version="1.0"?><quiz><question type="truefalse"><name><text>Is HTTP stateless?</text></name>
<questiontext format="html"><text>&lt;p&gt;By itself.&lt;/p&gt;</text></questiontext>
<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`,
  json: JSON.stringify([
    {
      title: 'Which is an identifier?',
      content: 'Of two.',
      category: 'Node JS',
      options: [
        { text: '__proto__', isCorrect: true },
        { text: '1a', isCorrect: false },
      ],
    },
  ]),
}

/** Imports in every format, bulk actions, and some of both undone. */
async function fillBatches(boss: Ask, questions: readonly StoredQuestion[]): Promise<string[]> {
  const batchIds: string[] = []
  const importOnce = async (body: object) => {
    const { data } = await boss<{ data: { batchId: string } }>('/api/questions/import', { body })
    batchIds.push(data.batchId)
    return data.batchId
  }
  for (const [format, content] of Object.entries(imports))
    await importOnce({ content, format, learningPath: 'english-learning', tags: ['imported', format] })
  const undone = await importOnce({ content: imports.aiken, format: 'aiken', onDuplicate: 'add' })
  await boss(`/api/questions/imports/${undone}`, { method: 'DELETE' })
  const ids = questions.slice(3, 6).map(({ id }) => id)
  const act = async (action: object) =>
    (await boss<{ data: { batchId: string } }>(`${bank}/bulk`, { body: { ids, ...action } })).data.batchId
  await act({ action: 'tag', value: { add: ['a/b', 'bulk'], remove: [] } })
  await act({
    action: 'edit',
    value: { set: { points: 9 }, replace: { in: ['explanation'], find: 'as', with: 'as' } },
  })
  const moved = await act({ action: 'move', value: { category: 'HTML & CSS' } })
  await boss(`/api/questions/bulk/${moved}`, { method: 'DELETE' })
  return batchIds
}

async function fillTranslations(boss: Ask, questions: readonly StoredQuestion[]): Promise<void> {
  for (const at of [0, 2, 7]) {
    const question = await readQuestion(boss, questions[at]?.id as string)
    await boss(`${bank}/${question.id}/translations/ar`, {
      method: 'PUT',
      body: {
        version: question.version,
        title: `سؤال: ${question.title}`,
        content: question.content,
        explanation: 'لأنّ…',
        options: question.options.map(({ id, text }) => ({ id, text: `${text} بالعربية` })),
      },
    })
  }
  // Its translation is stale.
  await boss(`${bank}/${questions[2]?.id}`, {
    method: 'PUT',
    body: { explanation: 'NaN is unequal to all.' },
  })
}

async function fillComments(
  url: string,
  boss: Ask,
  admins: readonly Person[],
  questions: readonly StoredQuestion[],
): Promise<void> {
  const thread = `/api/admin/comments/questions/${questions[0]?.id}`
  const reviewer = admins[1] as Person
  const comment = (ask: Ask, body: object, path = thread) =>
    ask<{ data: { id: string } }>(path, { body }).then(({ data }) => data.id)
  const threadId = await comment(boss, { body: `@[${reviewer.name}](${reviewer.id}) is “# id” right?` })
  await comment(asking(url, reviewer.token), { body: 'Yes: `#id`.', threadId })
  const resolved = await comment(boss, { body: 'Resolved <b>soon</b>' })
  await boss(`/api/admin/comments/${resolved}`, { method: 'PATCH', body: { resolved: true } })
  const deleted = await comment(boss, { body: 'Deleted, with a reply' })
  await comment(boss, { body: 'The reply', threadId: deleted })
  await boss(`/api/admin/comments/${deleted}`, { method: 'DELETE' })
  await comment(boss, { body: 'On a step', part: 'step-1' }, '/api/admin/comments/learning_path/filled-path')
}

interface Entry {
  id: string
  title?: string
  name?: string
}

/** Every list of the library: a copy of its first entry, changed once, with versions. */
async function fillLibrary(boss: Ask, questions: readonly StoredQuestion[], imageUrls: readonly string[]) {
  const lists = ['articles', 'cheatsheets', 'guides', 'question-bank', 'resources', 'guided-learning/plans']
  for (const list of lists) {
    const { data } = await boss<{ data: Entry[] }>(`/api/${list}`)
    await copyEntry(boss, `/api/${list}`, data[0] as Entry, `filled-${list.split('/').at(-1)}`)
  }
  await boss('/api/articles/filled-articles', {
    method: 'PUT',
    body: { body: `# Heading\n\n![Circle](${imageUrls[0]})\n\n“Quoted” text.` },
  })
  await boss('/api/jobs', {
    body: {
      id: 'filled-job',
      title: 'C++ & “HTML/CSS”',
      company: 'Ünï',
      location: 'مسقط',
      type: 'part-time',
      description: '# Heading\n\n- one',
      skills: ['HTML/CSS'],
      url: 'https://example.org/?a=1&b=2',
      postedOn: inDays(-2).slice(0, 10),
    },
  })
  await boss('/api/question-lists', {
    body: {
      id: 'filled-list',
      title: 'The night before',
      description: 'Of “all” kinds.',
      questions: questions.slice(0, 5).map(({ id }) => id),
    },
  })
  const challengeIds = await fillChallenges(boss)
  const sections = [
    { id: 'first', name: 'HTML/CSS', category: 'HTML/CSS', questions: [questions[0]?.id], weight: 2 },
    { id: 'second', name: 'JavaScript', category: 'JavaScript', order: 1 },
  ]
  const planId = 'filled-plan'
  await boss('/api/guided-learning/plans', {
    body: {
      id: planId,
      name: 'Two days “intense”',
      duration: 2,
      totalQuestions: 12,
      dailyQuestions: 6,
      sections,
    },
  })
  await boss('/api/admin/content/articles/filled-articles/status', {
    body: { status: 'archived', comment: 'Old.' },
  })
  return { planId, challengeIds }
}

/** A challenge of every kind. */
async function fillChallenges(boss: Ask): Promise<string[]> {
  const { data } = await boss<{ data: (Entry & { kind: string })[] }>('/api/challenges')
  const ids: string[] = []
  for (const kind of new Set(data.map((challenge) => challenge.kind))) {
    const { id } = data.find((challenge) => challenge.kind === kind) as Entry
    const whole = await boss<{ data: Entry }>(`/api/challenges/${id}`)
    await copyEntry(boss, '/api/challenges', whole.data, `filled-${kind}`)
    ids.push(`filled-${kind}`)
  }
  return ids
}

async function copyEntry(boss: Ask, path: string, entry: Entry, id: string): Promise<void> {
  const label = entry.title === undefined ? 'name' : 'title'
  // Fields that only a stored entry has are ignored, but for the status of an entry that isn't public.
  const { status: _, ...document } = entry as Entry & { status?: string }
  await boss(path, { body: { ...document, id, [label]: `Copy of “${entry[label]}”` } })
  await boss(`${path}/${id}`, { method: 'PUT', body: { [label]: `Changed copy of ‘${entry[label]}’` } })
}

/** Deleted entries, some of them restored. */
async function fillTrash(boss: Ask): Promise<void> {
  for (const n of [0, 1]) {
    const id = `filled-trash-${n}`
    const resource = { title: `Trash ${n}`, description: 'Gone.', url: 'https://example.org/?a=1&b=2' }
    await boss('/api/resources', { body: { id, ...resource, category: 'html', type: 'tool' } })
    const { trashId } = await boss<{ trashId: string }>(`/api/resources/${id}`, { method: 'DELETE' })
    if (n === 0) await boss(`/api/admin/trash/${trashId}/restore`, { body: {} })
  }
  const body = new FormData()
  body.append('alt', 'Deleted')
  body.append('file', new Blob([png(20, 20)]), 'deleted.png')
  const { data } = await boss<{ data: { id: string } }>('/api/images', { body })
  await boss(`/api/images/${data.id}`, { method: 'DELETE' })
}

/** Backups of sections: all, single questions under names with the same slug, and earlier points. */
async function fillSectionBackups(boss: Ask, questions: readonly StoredQuestion[]): Promise<void> {
  await boss('/api/admin/backup/sections', { body: {} })
  for (const [n, section] of ['HTML/CSS', 'HTML & CSS', 'Node.js', 'لغات الويب'].entries()) {
    const { prompt: _, ...question } = (await readQuestion(
      boss,
      questions[n]?.id as string,
    )) as StoredQuestion
    await boss('/api/admin/backup', { body: { ...question, section } })
  }
  const { id } = questions[0] as StoredQuestion
  await boss(`${bank}/${id}`, { method: 'PUT', body: { points: 8 } })
  await boss('/api/admin/backup/sections', { body: {} })
}
