import { randomUUID } from 'node:crypto'
import {
  completeSection as completeSectionEndpoint,
  DomainError,
  getPathState,
  listCertificates,
  nameCertificate,
  readLesson,
  verifyCertificate,
} from '@rehearse/contracts'
import { STEP_SHARE_PASSED } from '@rehearse/contracts/constants'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { isEarned } from '../learner/counters.ts'
import type { Learner } from '../learner/state.ts'
import { isStepEarned, type StepProgress } from '../learner/steps.rules.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import type { IdentifiedEvent } from '../learner-store/commit-learners.ts'
import { findDefinition } from '../question-copies/definition-repository.ts'
import type { ProgressTables } from '../tables.ts'
import {
  findCertificate,
  findCertificateOfPath,
  findPath,
  nameOnCertificate,
  readCertificates,
  readLessons,
  readSteps,
} from './repository.ts'

/**
 * Routes of a path's steps: progress, and completing a step that answers have earned. Usually the answer itself
 * completes it.
 */
export function sectionRoutes(
  app: App,
  { db }: Database<ProgressTables>,
  handleCommand: CommandHandler,
): void {
  serve(app, getPathState, async (request) => {
    const { id } = principalOf(request)
    const { pathId } = request.params
    const [definition, path, steps, certificate, lessons] = await Promise.all([
      findDefinition(db, 'learning-path', pathId),
      findPath(db, id, pathId),
      readSteps(db, id, pathId),
      findCertificateOfPath(db, id, pathId),
      readLessons(db, id, [pathId]),
    ])
    if (definition === undefined) throw pathNotFound()
    const byId = new Map(steps.map((step) => [step.stepId, step]))
    return {
      success: true as const,
      path: path ?? null,
      steps: (definition.steps ?? []).map(({ id: stepId, title }) => {
        const step = byId.get(stepId)
        return {
          id: stepId,
          title,
          isCompleted: path?.completedSections.includes(stepId) ?? false,
          isEarned: step !== undefined && isStepEarned(step),
          isRead: lessons.some((lesson) => lesson.stepId === stepId),
          questions: [...(step?.answers ?? [])].map(([questionId, answer]) => ({
            questionId,
            state:
              answer === null
                ? ('unseen' as const)
                : answer.isCorrect
                  ? ('correct' as const)
                  : ('missed' as const),
          })),
        }
      }),
      certificate: certificate ?? null,
    }
  })

  serve(app, completeSectionEndpoint, async (request) => {
    const { id } = principalOf(request)
    const { pathId, sectionId } = request.params
    const definition = await findDefinition(db, 'learning-path', pathId)
    if (definition === undefined) throw pathNotFound()
    const isStep = definition.steps?.some((step) => step.id === sectionId) ?? false
    const at = new Date()
    await handleCommand({
      learnerId: id,
      metadata: requestMetadata(),
      at,
      charges: [{ quota: 'completed-sections', amount: 1 }],
      decide: async (learner) => {
        const step = (await readSteps(db, id, pathId)).find(({ stepId }) => stepId === sectionId)
        return completeSection(learner, { pathId, sectionId, at }, { isStep, step })
      },
    })
    const [path, certificate] = await Promise.all([
      findPath(db, id, pathId),
      findCertificateOfPath(db, id, pathId),
    ])
    if (path === undefined) throw new Error('a path with a completed section has been begun')
    return { success: true as const, path, certificate: certificate ?? null }
  })
}

/** Route of lessons, which are read by opening them to their end or by marking them as read, and by nothing else. */
export function lessonRoute(app: App, { db }: Database<ProgressTables>, handleCommand: CommandHandler): void {
  serve(app, readLesson, async (request) => {
    const { id: learnerId } = principalOf(request)
    const { pathId, sectionId: stepId } = request.params
    const definition = await findDefinition(db, 'learning-path', pathId)
    if (!definition?.steps?.some(({ id }) => id === stepId)) throw sectionNotFound()
    const at = new Date()
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at,
      charges: [{ quota: 'completed-sections', amount: 1 }],
      decide: async ({ state }) => {
        const lessons = await readLessons(db, learnerId, [pathId])
        if (lessons.some((lesson) => lesson.stepId === stepId)) return []
        const { seconds = null, timeZone = state.timeZone } = request.body
        const data = { learnerId, pathId, stepId, seconds, timeZone, at: at.toISOString() }
        return [{ type: 'LessonRead', eventId: randomUUID(), data }]
      },
    })
    return { success: true as const, message: 'Lesson read' }
  })
}

const sectionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'section_not_found', message: 'Section not found' })

const pathNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'learning_path_not_found', message: 'Learning path not found' })

/** Routes of path certificates: the learner's own, and any certificate by its code. */
export function certificateRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listCertificates, async (request) => ({
    success: true as const,
    certificates: await readCertificates(db, principalOf(request).id),
  }))

  serve(app, nameCertificate, async (request) => {
    const { code } = request.params
    if (!(await nameOnCertificate(db, principalOf(request).id, code, request.body.name))) throw notFound()
    return { success: true as const, certificate: await requireCertificate(code) }
  })

  serve(app, verifyCertificate, async (request) => ({
    success: true as const,
    certificate: await requireCertificate(request.params.code),
  }))

  async function requireCertificate(code: string) {
    const certificate = await findCertificate(db, code)
    if (certificate === undefined) throw notFound()
    return certificate
  }
}

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'certificate_not_found', message: 'Certificate not found' })

/**
 * Completes a step that was earned but that no answer completed, because the last question it lacked was moved,
 * hidden or deleted. No events if it is completed already.
 * @throws {DomainError} not-found, `section_not_found`; conflict, `section_not_earned`
 */
export function completeSection(
  { learnerId, state }: Learner,
  { pathId, sectionId, at }: { pathId: string; sectionId: string; at: Date },
  { isStep, step }: { isStep: boolean; step: StepProgress | undefined },
): IdentifiedEvent[] {
  if (isEarned(state.counters, pathId, sectionId)) return []
  if (!isStep) throw sectionNotFound()
  if (step === undefined || !isStepEarned(step)) {
    throw new DomainError({
      kind: 'conflict',
      code: 'section_not_earned',
      message: `Answer every question of this section, and at least ${STEP_SHARE_PASSED} % correctly, to complete it`,
    })
  }
  const data = { learnerId, pathId, sectionId, by: 'answers' as const, completedAt: at.toISOString() }
  return [{ type: 'SectionCompleted', eventId: randomUUID(), data }]
}
