import type { ItemProblem, QuestionReport } from '@rehearse/contracts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

const answers = (count: number) => n(count, { one: '# answer', other: '# answers' })
const learners = (count: number) => n(count, { one: '# learner', other: '# learners' })

export const reports = {
  title: 'Reports',
  lead: 'How much is learned, and how good the questions are.',
  views: 'Reports',
  activityView: 'Activity',
  questionsView: 'Questions',
  coverageView: 'Coverage',
  reportedView: 'Reported by learners',
  open: (count: number) => n(count, { one: '# open', other: '# open' }),
  csv: 'Download CSV',
  csvOf: (what: string) => `Download CSV: ${what}`,
  csvFailed: 'The file could not be made',
  loadFailed: 'The report could not be loaded',

  span: 'Time',
  spans: { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' },
  inSpan: 'Days in UTC, by when answers arrived.',
  learners: 'Learners ever',
  activeNow: (count: number) => `${learners(count)} today`,
  answers: 'Answers',
  answersLine: (total: string) => `${total} since the beginning`,
  accuracy: 'Accuracy',
  accuracyLine: (percent: string) => `${percent} since the beginning`,
  time: 'Study time',
  day: 'Day',
  active: 'Active',
  returning: 'Returning',
  newcomers: 'New',
  right: 'Right',
  wrong: 'Wrong',
  noAnswers: 'no answers',
  activeTitle: 'Active learners',
  activeSummary: (most: number, fresh: number) =>
    `At most ${learners(most)} on one day; ${n(fresh, { zero: 'none of them new', one: '# of them new', other: '# of them new' })} in this time.`,
  answersTitle: 'Answers per day',
  answersSummary: (count: number) => `${answers(count)} in this time.`,
  accuracyTitle: 'Accuracy',
  accuracySame: (share: string) => `${share} on every day with answers.`,
  accuracySummary: (lowest: string, highest: string) => `Between ${lowest} and ${highest} a day.`,
  accuracyNone: 'There were no answers in this time.',
  funnelTitle: 'How far learners come with plans',
  funnelSummary: (plans: number) =>
    n(plans, { one: '# plan was started by somebody.', other: '# plans were started by somebody.' }),
  funnelEmpty: 'Nobody has started a plan yet.',
  plan: 'Plan',
  steps: {
    started: 'Started',
    answered: 'First answer',
    halfway: 'Half of it',
    completed: 'Completed',
  },

  itemsLead: 'By first attempts, from 30 on. Whoever answers again has seen the answer.',
  order: 'Show',
  orders: { hardest: 'The hardest', broken: 'Those that something is wrong with' },
  itemsEmpty: {
    hardest: 'No question has 30 first attempts yet.',
    broken: 'Nothing is wrong with any question that has 30 first attempts.',
  },
  question: 'Question',
  version: (version: string) => `version ${version}`,
  versionColumn: 'Version',
  firstAttempts: 'First attempts',
  facility: 'Right',
  discrimination: 'Discrimination',
  discriminationHint:
    'From −1 to 1: how far those who get it right do well elsewhere, too. Below 0 the key may be wrong.',
  medianTime: 'Median time',
  problems: 'Signs',
  problem: {
    'negative-discrimination': 'good learners get it wrong',
    'worse-after-edit': 'an edit made it worse',
    'below-chance': 'worse than guessing',
    'weak-discrimination': 'hardly tells anyone apart',
  } satisfies Record<ItemProblem, string>,
  newerVersion: (version: string) => `version ${version} is too new for figures`,
  versionBefore: (version: string, discrimination: string) => `version ${version} had ${discrimination}`,

  itemBack: 'All questions',
  itemMissing: 'There is no such question.',
  edit: 'Edit question',
  versions: 'Version by version',
  worse: 'Worse than the version before',
  tooFew: (count: number) =>
    `${n(count, { one: '# first attempt', other: '# first attempts' })}: figures come from 30 on.`,
  picksTitle: (version: string) => `What was chosen in version ${version}`,
  picksSummary: (text: string, percent: string) => `Most chose ${text} (${percent}).`,
  option: 'Option',
  chosen: 'Chosen',
  share: 'Share',
  isRight: 'right',
  optionUnnamed: (id: string) => `Option ${id}`,

  regradeTitle: 'Correct a key',
  regradeLead:
    'Mark the right option in the editor and save: that makes a new version. Then answers to an older version can be graded by the new key.',
  regradeOnlyOne: 'There is one version only. Correct the key in the editor first.',
  regradeVersion: 'Answers to version',
  regradePlan: 'See what would change',
  regradePlanning: 'Looking...',
  regradeEffect: (version: string, key: string) =>
    `Answers to version ${version} by the key of version ${key}`,
  regradeNothing: 'No answer would be graded otherwise.',
  effect: {
    answers: 'Answers graded otherwise',
    learners: 'Learners concerned',
    points: 'Points, all together',
    badges: 'Badges earned by it',
  },
  regradeKept: 'Nothing earned is taken away. The learners concerned are told.',
  regradeConfirm: (count: number) => n(count, { one: 'Regrade # answer', other: 'Regrade # answers' }),
  regrading: 'Regrading...',
  regradeDone: (count: number) => `${answers(count)} regraded.`,
  regradeRunning: (count: number) => `${answers(count)} regraded so far; the rest follows in the background.`,
  regradeAsk: 'See how far it is',
  regradeFailed: 'The answers could not be regraded',

  coverageTitle: 'What each path has',
  coverageLead: 'Questions that learners find, by difficulty, and what is missing.',
  coverageEmpty: 'There is no learning path yet.',
  path: 'Path',
  openQuestions: 'Open',
  waiting: 'Waiting',
  topics: 'Topics',
  withAudio: 'With audio',
  withoutExplanation: 'Without explanation',
  missing: 'Missing',
  missingNone: 'nothing',
  openReports: 'Open reports',
  coverageSummary: (paths: number, questions: number) =>
    `${n(questions, { one: '# question', other: '# questions' })} on ${n(paths, { one: '# path', other: '# paths' })}.`,
  pathBars: (easy: string, medium: string, hard: string) => `${easy} easy, ${medium} medium, ${hard} hard`,

  reportedLead: 'Read, fix, answer. The learner reads the answer beside their report.',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} reports`,
  state: 'State',
  states: { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed', all: 'All' },
  reportedEmpty: { open: 'No report is open.', other: 'There is none.' },
  reasons: {
    'wrong-answer': 'The marked answer is wrong',
    unclear: 'It is unclear',
    typo: 'There is a mistake in the text',
    outdated: 'It is out of date',
    duplicate: 'It is there twice',
    other: 'Something else',
  } satisfies Record<QuestionReport['reason'], string>,
  reportedOn: (when: string, version: string) => `${when}, version ${version}`,
  erasedQuestion: 'A question that is erased',
  fix: 'Fix the question',
  figures: 'Figures and key',
  answer: 'Answer to the learner',
  answerHint: 'They read it beside their report. May stay empty.',
  resolve: 'Resolve',
  dismiss: 'Dismiss',
  settling: 'Saving...',
  settleFailed: 'The report could not be settled',
  settledBy: (state: string, when: string) => `${state} ${when}`,
  noAnswer: 'without an answer',
}

export type ReportMessages = typeof reports

const tables: FeatureTables<ReportMessages> = {
  en: () => reports,
  ar: async () => (await import('./messages.ar.ts')).reports,
}

export const useReportMessages = () => useFeatureMessages(tables)
