import { type CalibrationBin, getCalibration, ITEM_STATISTICS_MIN } from '@rehearse/contracts'
import { type App, type Database, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import {
  countMeasured,
  type PredictionBin,
  readContradictedLabels,
  readPredictionBins,
} from './calibration-repository.ts'
import { throttled } from './routes.ts'

/** Route that compares predicted and observed answers, and measured difficulties with labels. */
export function calibrationRoute(app: App, { db }: Database<ProgressTables>): void {
  const read = throttled(async () => {
    const [bins, questions, contradictions] = await Promise.all([
      readPredictionBins(db),
      countMeasured(db),
      readContradictedLabels(db),
    ])
    return { ...scoresOf(bins), questions, contradictions }
  })
  serve(app, getCalibration, async () => ({ success: true as const, ...(await read()) }))
}

/** How well the chances predicted the answers, compared with the share of correct answers as the only prediction. */
function scoresOf(bins: readonly PredictionBin[]) {
  const sum = (of: (bin: PredictionBin) => number) => bins.reduce((total, bin) => total + of(bin), 0)
  const predictions = sum(({ n }) => n)
  const share = sum(({ correct }) => correct) / predictions
  const ifEnough = (value: number) => (predictions < ITEM_STATISTICS_MIN ? null : value)
  const entropy = (p: number) => (p === 0 ? 0 : -p * Math.log(p))
  return {
    predictions,
    brier: ifEnough(sum(({ squares }) => squares) / predictions),
    brierOfConstant: ifEnough(share * (1 - share)),
    logLoss: ifEnough(sum(({ logLoss }) => logLoss) / predictions),
    logLossOfConstant: ifEnough(entropy(share) + entropy(1 - share)),
    calibrationError: ifEnough(
      sum(({ n, correct, predicted }) => Math.abs(correct - n * predicted)) / predictions,
    ),
    bins: Array.from({ length: 10 }, (_, at): CalibrationBin => {
      const bin = bins.find((one) => one.bin === at)
      const range = { from: at / 10, to: (at + 1) / 10, n: bin?.n ?? 0 }
      if (bin === undefined || bin.n < ITEM_STATISTICS_MIN) {
        return { ...range, predicted: null, observed: null }
      }
      return { ...range, predicted: bin.predicted, observed: bin.correct / bin.n }
    }),
  }
}
