import { featureMessages } from '../../shared/i18n/feature-messages.ts'

export const welcome = {
  title: 'Your level',
  lead: 'Two questions to find a starting point. Your answers are saved on this device, and in your account if you have one.',
  userType: 'What describes you best?',
  userTypes: {
    student: { name: "I'm learning", text: 'Starting with the basics of HTML.' },
    'job-seeker': { name: 'I have an interview', text: "I'm preparing for an interview date." },
    developer: { name: 'I work as a developer', text: 'I want to stay sharp.' },
  },
  learningMode: 'How do you like to learn?',
  learningModes: {
    guided: { name: 'With a plan', text: 'A target for each day, for one to seven days.' },
    'free-style': { name: 'Free practice', text: 'Any topic, whenever I like.' },
  },
  done: 'Start',
  skip: 'Skip',
  saving: 'One moment...',
}

export type WelcomeMessages = typeof welcome

export const useWelcomeMessages = featureMessages<WelcomeMessages>({
  en: () => welcome,
  ar: async () => (await import('./messages.ar.ts')).welcome,
})
