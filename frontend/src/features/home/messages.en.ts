import { featureMessages } from '../../shared/i18n/feature-messages.ts'

export const welcome = {
  title: 'Where do you stand?',
  lead: 'Two questions, so that we can say where to begin. They stay on this device, and with your account if you have one.',
  userType: 'Who are you?',
  userTypes: {
    student: { name: 'I am learning', text: 'From the first page of HTML on.' },
    'job-seeker': { name: 'I have an interview', text: 'There is a day that I prepare for.' },
    developer: { name: 'I work as a developer', text: 'I want to stay sharp.' },
  },
  learningMode: 'How do you like to learn?',
  learningModes: {
    guided: { name: 'By a plan', text: 'One to seven days, with a target for each.' },
    'free-style': { name: 'Freely', text: 'Whatever I feel like today.' },
  },
  done: 'Begin',
  skip: 'Skip this',
  saving: 'One moment...',
}

export type WelcomeMessages = typeof welcome

export const useWelcomeMessages = featureMessages<WelcomeMessages>({
  en: () => welcome,
  ar: async () => (await import('./messages.ar.ts')).welcome,
})
