import { z } from 'zod'
import { success, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { difficulty } from '../questions/question.ts'

/** Predictions whose chance is in a range of ten percent. */
export const calibrationBin = z
  .object({
    /** The range: 0 to 1. */
    from: z.number(),
    to: z.number(),
    n: z.int(),
    /** The mean predicted chance, and the share of correct answers; null below 30 answers. */
    predicted: z.number().nullable(),
    observed: z.number().nullable(),
  })
  .meta({ id: 'CalibrationBin' })
export type CalibrationBin = z.infer<typeof calibrationBin>

/** A question whose measured difficulty contradicts its label: the 95 % interval is outside the label's range. */
export const contradictedLabel = z
  .object({
    questionId: uuid,
    title: z.string(),
    version: z.int(),
    label: difficulty,
    measured: difficulty,
    /** Difficulty in logits; 0 is as difficult as the mean learner is able. */
    b: z.number(),
    /** Its standard error. */
    error: z.number(),
    /** First answers. */
    n: z.int(),
  })
  .meta({ id: 'ContradictedLabel' })
export type ContradictedLabel = z.infer<typeof contradictedLabel>

/** How well first answers were predicted; null below 30 answers. Lower is better for all of these. */
const score = z.number().nullable()

export const calibrationReply = success({
  /** First answers graded by the server, with the prediction made before: of each topic the newest 20,000. */
  predictions: z.int(),
  /** The mean square of chance minus result; and the same for the share of correct answers as the only prediction. */
  brier: score,
  brierOfConstant: score,
  /** The mean of minus the logarithm of the chance of what happened; and the same for a constant. */
  logLoss: score,
  logLossOfConstant: score,
  /** The mean difference between predicted and observed share, over the bins. */
  calibrationError: score,
  bins: z.array(calibrationBin),
  /** Questions in the bank: with at least 30 first answers to their newest version, and all. */
  questions: z.object({ measured: z.int(), total: z.int() }),
  /** At most 100, those with the greatest contradiction first. */
  contradictions: z.array(contradictedLabel),
})

export const getCalibration = endpoint({
  method: 'GET',
  path: '/api/admin/progress/calibration',
  service: 'progress',
  access: 'admin',
  summary: 'Get how well answers are predicted, and questions whose difficulty label is contradicted',
  response: { 200: calibrationReply },
})
