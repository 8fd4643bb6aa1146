export { WaitingAnswers as default } from '../../features/waiting-answers/waiting-answers.tsx'
