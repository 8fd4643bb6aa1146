export { MockInterview as default } from '../../features/interview/mock-interview.tsx'
