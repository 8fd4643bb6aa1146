import { pluralIn } from '../../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const studyPlans = {
  title: 'Study plans',
  lead: 'One to seven days with a target for each. Start one, and go on where you left.',
  underWay: 'Under way',
  choose: 'Choose a plan',
  loadFailed: 'Failed to load learning plan templates',
  samplesNote: 'These are the plans built into the page. They work as well.',
  ownFailed: 'Your plans could not be loaded',
  days: (count: number) => n(count, { one: '# day', other: '# days' }),
  daily: (count: number) => n(count, { one: '# question a day', other: '# questions a day' }),
  perDay: (hours: string) => hours,
  recommended: 'recommended',
  difficulty: { Beginner: 'beginner', Intermediate: 'intermediate', Advanced: 'advanced' },
  see: 'See the days',
  start: 'Start today',
  continueDay: (day: string) => `Continue day ${day}`,
  resume: 'Go on',
  pause: 'Pause',
  reset: 'Start over',
  resetTitle: 'Start this plan over?',
  resetText:
    'Its days begin again today. What you answered stays in your history, but no longer counts here.',
  keep: 'Keep it as it is',
  saving: 'One moment...',
  failed: 'That could not be done',
  paused: 'Paused. Its days stand still until you go on.',
  finished: 'Every question of this plan is answered.',
  today: 'today',
  day: (day: string) => `Day ${day}`,
  dayOf: (day: string, of: string) => `day ${day} of ${of}`,
  doneOf: (done: string, target: string) => `${done} of ${target}`,
  right: (count: string) => `${count} right`,
  daysTitle: 'Days',
  sectionsTitle: 'Sections',
  featuresTitle: 'What is in it',
  progress: 'Done',
  accuracy: 'Right',
  back: 'All plans',
  missingTitle: 'This plan does not exist',
  missingText: 'It may have been taken away, or the address is mistyped.',
  sampleName: (days: number) => n(days, { one: '#-day plan', other: '#-day plan' }),
  sampleText: (questions: number, days: number) =>
    `${n(questions, { other: '# questions' })} over ${n(days, { one: 'one day', other: '# days' })}, from all fields.`,
  hoursPerDay: '2-3 hours per day',
}

export type StudyPlanMessages = typeof studyPlans
