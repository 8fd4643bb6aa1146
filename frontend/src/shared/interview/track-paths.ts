import type { InterviewTrack } from '@rehearse/contracts'

/** The learning paths that a track begins with; the learner can choose others. */
export const trackPaths: Readonly<
  Record<InterviewTrack['role'], Readonly<Record<InterviewTrack['level'], readonly string[]>>>
> = {
  frontend: {
    junior: ['frontend-basics', 'interview-questions', 'interview-preparation'],
    mid: ['interview-questions', 'javascript-deep-dive', 'advanced-css', 'interview-preparation'],
    senior: ['javascript-deep-dive', 'performance-optimization', 'system-design', 'interview-preparation'],
  },
  react: {
    junior: ['react-practice', 'interview-questions', 'interview-preparation'],
    mid: ['react-mastery', 'javascript-deep-dive', 'interview-questions', 'interview-preparation'],
    senior: ['react-mastery', 'performance-optimization', 'system-design', 'interview-preparation'],
  },
  fullstack: {
    junior: ['javascript-practice', 'api-integration', 'interview-questions', 'interview-preparation'],
    mid: ['javascript-deep-dive', 'api-integration', 'security-essentials', 'interview-preparation'],
    senior: ['javascript-deep-dive', 'security-essentials', 'system-design', 'interview-preparation'],
  },
}
