export { ChallengeList as default } from '../../features/coding/challenge-list.tsx'
