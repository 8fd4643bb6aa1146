import type { ItemProblem, QuestionReport } from '@rehearse/contracts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

const answers = (count: number) => n(count, { one: '# answer', other: '# answers' })
const learners = (count: number) => n(count, { one: '# learner', other: '# learners' })

export const reports = {
  title: 'Reports',
  lead: 'What learners do, and how well each question works.',
  views: 'Reports',
  activityView: 'Activity',
  questionsView: 'Questions',
  calibrationView: 'Predictions',
  coverageView: 'Coverage',
  reportedView: 'Reported by learners',
  open: (count: number) => n(count, { one: '# open', other: '# open' }),
  csv: 'Download CSV',
  csvOf: (what: string) => `Download CSV: ${what}`,
  csvFailed: 'The file could not be created',
  loadFailed: 'The report could not be loaded',

  span: 'Period',
  spans: { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' },
  inSpan: 'Days are in UTC, by the time answers were received.',
  learners: 'All learners',
  activeNow: (count: number) => `${learners(count)} today`,
  answers: 'Answers',
  answersLine: (total: string) => `${total} in total`,
  accuracy: 'Accuracy',
  accuracyLine: (percent: string) => `${percent} overall`,
  time: 'Study time',
  day: 'Day',
  active: 'Active',
  returning: 'Returning',
  newcomers: 'New',
  right: 'Correct',
  wrong: 'Incorrect',
  noAnswers: 'no answers',
  activeTitle: 'Active learners',
  activeSummary: (most: number, fresh: number) =>
    `At most ${learners(most)} on one day. ${n(fresh, { zero: 'No new learners', one: '# new learner', other: '# new learners' })} in this period.`,
  answersTitle: 'Answers per day',
  answersSummary: (count: number) => `${answers(count)} in this period.`,
  accuracyTitle: 'Accuracy',
  accuracySame: (share: string) => `${share} on every day with answers.`,
  accuracySummary: (lowest: string, highest: string) => `Between ${lowest} and ${highest} a day.`,
  accuracyNone: 'There were no answers in this period.',
  funnelTitle: 'How far learners get in their plans',
  funnelSummary: (plans: number) =>
    n(plans, { one: 'Learners have started # plan.', other: 'Learners have started # plans.' }),
  funnelEmpty: 'No one has started a plan yet.',
  plan: 'Plan',
  steps: {
    started: 'Started',
    answered: 'First answer',
    halfway: 'Halfway',
    completed: 'Completed',
  },

  itemsLead:
    'Based on first attempts, for questions with at least 30. Later attempts don’t count, because the learner has seen the answer.',
  order: 'Show',
  orders: { hardest: 'Hardest', broken: 'With problems' },
  itemsEmpty: {
    hardest: 'No question has 30 first attempts yet.',
    broken: 'No question with at least 30 first attempts has problems.',
  },
  question: 'Question',
  version: (version: string) => `version ${version}`,
  versionsTo: (first: string, last: string) => `versions ${first} to ${last}, which differ only in metadata`,
  versionColumn: 'Version',
  firstAttempts: 'First attempts',
  facility: 'Correct',
  discrimination: 'Discrimination',
  discriminationHint:
    'From −1 to 1: how much better learners who answer it correctly do on other questions. Below 0, the answer key may be incorrect.',
  medianTime: 'Median time',
  problems: 'Problems',
  problem: {
    'negative-discrimination': 'strong learners miss it',
    'worse-after-edit': 'an edit made it worse',
    'below-chance': 'worse than guessing',
    'weak-discrimination': 'barely separates strong and weak learners',
  } satisfies Record<ItemProblem, string>,
  newerVersion: (version: string) => `version ${version} is too new for statistics`,
  versionBefore: (version: string, discrimination: string) => `version ${version} had ${discrimination}`,

  calibrationLead:
    'Adaptive practice predicts each first answer before it counts. Here the predictions are compared with what happened.',
  calibrationEmpty: 'No predictions yet',
  calibrationEmptyText: 'They appear a few seconds after the first graded answers.',
  predictions: 'Predicted answers',
  predictionsTooFew: 'needs at least 30 answers',
  measured: (measured: string, total: string) => `${measured} of ${total} questions measured`,
  calibrationError: 'Calibration error',
  calibrationErrorHint: '0 is perfect',
  whyCalibrationError:
    'Predictions are sorted into ten groups by predicted chance. In each group, the average chance is compared with the share of correct answers. The error is the average of these differences, weighted by the number of answers.',
  whyBrier:
    'The average of (chance − outcome)², where the outcome is 1 for a correct answer and 0 for an incorrect one. Lower is better.',
  whyLogLoss:
    'The average of −ln(p), where p is the predicted chance of what happened. Lower is better; confident mistakes cost most.',
  whyConstant:
    'A constant guess predicts the overall share of correct answers for every question. Predictions are useful only if they are better than that.',
  brier: 'Brier score',
  logLoss: 'Log loss',
  againstConstant: (score: string) => `a constant guess: ${score}`,
  calibrationTitle: 'Predicted and actual share of correct answers',
  calibrationSummary: (ranges: number) =>
    n(ranges, {
      zero: 'No group of predictions has 30 answers yet.',
      one: '# group of predictions with at least 30 answers. On the line, as many answers are correct as predicted.',
      other:
        '# groups of predictions with at least 30 answers each. On the line, as many answers are correct as predicted.',
    }),
  chanceRange: 'Predicted chance',
  range: (from: string, to: string) => `${from} to ${to}`,
  firstAnswers: 'First answers',
  predicted: 'Predicted',
  predictedAxis: 'Predicted chance; up: share correct',
  observed: 'Correct',
  contradictionsTitle: 'Labels that don’t match the answers',
  contradictionsLead:
    'Questions with at least 30 first answers whose measured difficulty clearly belongs to another label. Change the label, or check the question.',
  contradictionsEmpty: 'No label contradicts the answers.',
  label: 'Label',
  measuredAs: 'Measured',
  logits: 'Difficulty (logits, 95% interval)',
  plusMinus: (value: string, error: string) => `${value} ± ${error}`,

  itemBack: 'All questions',
  itemMissing: 'This question does not exist.',
  edit: 'Edit question',
  versions: 'Version by version',
  worse: 'Worse than the previous version',
  tooFew: (count: number) =>
    `${n(count, { one: '# first attempt', other: '# first attempts' })}: statistics need at least 30.`,
  picksTitle: (version: string) => `Chosen options in version ${version}`,
  picksSummary: (text: string, percent: string) => `Most chose ${text} (${percent}).`,
  responsesTitle: (version: string) => `Answers to version ${version}`,
  responsesSummary: (text: string, percent: string) => `Most answered ${text} (${percent}).`,
  response: 'Answer',
  given: 'Given',
  option: 'Option',
  chosen: 'Chosen',
  share: 'Share',
  isRight: 'correct',
  optionUnnamed: (id: string) => `Option ${id}`,

  regradeTitle: 'Correct the answer key',
  regradeLead:
    'Mark the correct option in the editor and save, which creates a new version. Then you can regrade answers to older versions by the new key.',
  regradeOnlyOne: 'There is only one version. Correct the key in the editor first.',
  regradeVersion: 'Answers to version',
  regradePlan: 'Preview changes',
  regradePlanning: 'Checking...',
  regradeEffect: (version: string, key: string) =>
    `Answers to version ${version}, graded by the key of version ${key}`,
  regradeNothing: 'No grades would change.',
  effect: {
    answers: 'Answers with a different grade',
    learners: 'Learners affected',
    gains: 'Points gained',
    losses: 'Points lost',
    badges: 'New badges',
  },
  effectLearners: learners,
  regradeEffects:
    'Learners whose answer becomes incorrect lose its points. Badges and streaks stay. Affected learners are notified.',
  regradeOfferTitle: 'The answer key has changed',
  regradeOfferLead: (version: string) =>
    `Version ${version} has a new key. Answers to earlier versions keep their grade until you regrade them.`,
  regradeOfferClose: 'Keep the old grades',
  regradeConfirm: (count: number) => n(count, { one: 'Regrade # answer', other: 'Regrade # answers' }),
  regrading: 'Regrading...',
  regradeDone: (count: number) => `${answers(count)} regraded.`,
  regradeRunning: (count: number) => `${answers(count)} regraded so far; the rest follows in the background.`,
  regradeAsk: 'Check progress',
  regradeFailed: 'The answers could not be regraded',

  coverageTitle: 'Questions by learning path',
  coverageLead: 'Questions that learners can see, by difficulty, and what is missing.',
  coverageEmpty: 'There are no learning paths yet.',
  path: 'Path',
  openQuestions: 'Visible',
  waiting: 'Hidden',
  topics: 'Topics',
  withAudio: 'With audio',
  withoutExplanation: 'Without explanation',
  missing: 'Missing',
  missingNone: 'nothing',
  openReports: 'Open reports',
  coverageSummary: (paths: number, questions: number) =>
    `${n(questions, { one: '# question', other: '# questions' })} on ${n(paths, { one: '# path', other: '# paths' })}.`,
  pathBars: (beginner: string, intermediate: string, advanced: string) =>
    `${beginner} beginner, ${intermediate} intermediate, ${advanced} advanced`,

  reportedLead: 'Read, fix, reply. Learners see your reply next to their report.',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} reports`,
  state: 'Status',
  states: { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed', all: 'All' },
  reportedEmpty: { open: 'There are no open reports.', other: 'There are no reports.' },
  reasons: {
    'wrong-answer': 'The marked answer is incorrect',
    unclear: 'Unclear',
    typo: 'Typo',
    outdated: 'Out of date',
    duplicate: 'Duplicate',
    other: 'Something else',
  } satisfies Record<QuestionReport['reason'], string>,
  reportedOn: (when: string, version: string) => `${when}, version ${version}`,
  erasedQuestion: 'Deleted question',
  fix: 'Fix question',
  figures: 'Statistics and key',
  answer: 'Reply to the learner',
  answerHint: 'Shown next to their report. Optional.',
  resolve: 'Resolve',
  dismiss: 'Dismiss',
  settling: 'Saving...',
  settleFailed: 'The report could not be updated',
  settledBy: (state: string, when: string) => `${state} ${when}`,
  noAnswer: 'no reply',
}

export type ReportMessages = typeof reports

const tables: FeatureTables<ReportMessages> = {
  en: () => reports,
  ar: async () => (await import('./messages.ar.ts')).reports,
}

export const useReportMessages = () => useFeatureMessages(tables)
