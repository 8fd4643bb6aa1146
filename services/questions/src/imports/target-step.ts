import { DomainError, PATH_STEPS, type PathStep, STEP_QUESTIONS_MAX } from '@rehearse/contracts'
import { recordActor } from '../edits/repository.ts'
import { distinctSlug, slugify } from '../nodes/node.ts'
import { publishNodes } from '../nodes/node-events.ts'
import { findNodes, lockSteps, writeSteps } from '../nodes/repository.ts'
import type { FiledInStep, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'

/**
 * Adds imported questions to a step of a learning path, in order; questions that the path already has stay where they are.
 * @param wanted the name or id of a path, and the id or title of one of its steps; an unknown title becomes a new step
 * @returns null if there was nothing to add
 * @throws {DomainError} invalid, `step_full`, `too_many_steps`
 */
export async function fileInStep(
  trx: Trx,
  wanted: { path: string; step: string },
  { questionIds, actor }: { questionIds: readonly string[]; actor: string },
): Promise<FiledInStep | null> {
  const path = (await findNodes(trx, 'learning_path', [wanted.path])).get(wanted.path)
  if (path === undefined) return null
  const steps = await lockSteps(trx, path.id)
  const present = new Set(steps.flatMap((step) => step.questionIds))
  const added = questionIds.filter((id) => !present.has(id))
  if (added.length === 0) return null
  const known =
    steps.find(({ id }) => id === wanted.step) ??
    steps.find(({ title }) => caseFold(title) === caseFold(wanted.step))
  const step = known ?? newStep(wanted.step, steps)
  if (known === undefined && steps.length >= PATH_STEPS) throw tooManySteps()
  if (step.questionIds.length + added.length > STEP_QUESTIONS_MAX) throw stepFull(step)
  const filled = { ...step, questionIds: [...step.questionIds, ...added] }
  const all = known ? steps.map((one) => (one === known ? filled : one)) : [...steps, filled]
  await storeSteps(trx, path.id, all, actor)
  return { pathId: path.id, stepId: step.id, created: known ? null : step.title, questionIds: added }
}

/**
 * Removes an undone import's questions from their step, and the step if the import created it and it is empty now.
 * @param kept questions that the undo left unchanged
 */
export async function removeFromStep(
  trx: Trx,
  { pathId, stepId, created, questionIds }: FiledInStep,
  { kept, actor }: { kept: ReadonlySet<string>; actor: string },
): Promise<void> {
  const steps = await lockSteps(trx, pathId)
  const removed = new Set(questionIds.filter((id) => !kept.has(id)))
  const left = steps.map((step) =>
    step.id === stepId ? { ...step, questionIds: step.questionIds.filter((id) => !removed.has(id)) } : step,
  )
  const isEmpty = ({ lesson, summary, questionIds }: PathStep) =>
    lesson === '' && summary === '' && questionIds.length === 0
  const all = left.filter((step) => !(step.id === stepId && created !== null && isEmpty(step)))
  if (JSON.stringify(all) !== JSON.stringify(steps)) await storeSteps(trx, pathId, all, actor)
}

async function storeSteps(
  trx: Trx,
  pathId: string,
  steps: readonly PathStep[],
  actor: string,
): Promise<void> {
  await recordActor(trx, actor)
  await publishNodes(trx, 'learning_path', await writeSteps(trx, pathId, steps))
}

function newStep(title: string, steps: readonly PathStep[]): PathStep {
  const plain = slugify(title)
  const id = steps.some((step) => step.id === plain) ? distinctSlug(title) : plain
  return { id, title, summary: '', lesson: '', questionIds: [] }
}

const tooManySteps = () =>
  new DomainError({
    kind: 'invalid',
    code: 'too_many_steps',
    message: `A learning path has at most ${PATH_STEPS} steps`,
    details: [{ path: 'step', message: 'is not a step of this path, which can’t have another one' }],
  })

const stepFull = ({ title }: PathStep) =>
  new DomainError({
    kind: 'invalid',
    code: 'step_full',
    message: `A step has at most ${STEP_QUESTIONS_MAX} questions, and "${title}" would have more`,
    details: [{ path: 'step', message: `would have more than ${STEP_QUESTIONS_MAX} questions` }],
  })
