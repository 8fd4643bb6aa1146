import { InterviewChallenge } from '../features/coding/interview-challenge.tsx'
import { MockInterview } from '../features/interview/mock-interview.tsx'

/** The mock interview, whose challenge is solved in the workbench. */
export const MockInterviewPage = () => (
  <MockInterview renderChallenge={(id, onTested) => <InterviewChallenge id={id} onTested={onTested} />} />
)
