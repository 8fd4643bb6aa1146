export { ChallengePage as default } from '../../features/coding/challenge-page.tsx'
