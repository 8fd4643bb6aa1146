import { Suspense } from 'react'
import { createRoutesFromElements, Route, useRoutes } from 'react-router'
import { lazyPage } from './lazy-page.ts'
import { LearnerShell } from './shell/learner-shell.tsx'

/** Addresses that are planned and not built yet; what each will be GET /api/features/planned says. */
const plannedPaths = [
  'tutorials',
  'video-courses',
  'documentation',
  'practice/coding-exercises',
  'practice/projects',
  'practice/quiz',
  'mock-interviews',
  'gamification',
  'podcasts',
  'blog',
  'system-design',
  'culture-fit-interviews',
  'authentication-strategies',
  'git-tips',
  'image-optimization-demo',
  'firebase-questions',
  'schedule-interview',
  'challenges',
  'editor',
  'test',
  'test-dark-mode',
  'chatgpt-test',
] as const

// One chunk a page: nobody loads the administration to answer a question.
const Home = lazyPage(() => import('../routes/learner/home.tsx'))
const LearningPaths = lazyPage(() => import('../routes/learner/learning-paths.tsx'))
const Questions = lazyPage(() => import('../routes/learner/questions.tsx'))
const QuestionField = lazyPage(() => import('../routes/learner/question-field.tsx'))
const Practice = lazyPage(() => import('../routes/learner/practice.tsx'))
const Coding = lazyPage(() => import('../routes/learner/coding.tsx'))
const Challenge = lazyPage(() => import('../routes/learner/challenge.tsx'))
const Dashboard = lazyPage(() => import('../routes/learner/dashboard.tsx'))
const Progress = lazyPage(() => import('../routes/learner/progress.tsx'))
const Flashcards = lazyPage(() => import('../routes/learner/flashcards.tsx'))
const StudyPlans = lazyPage(() => import('../routes/learner/study-plans.tsx'))
const StudyPlan = lazyPage(() => import('../routes/learner/study-plan.tsx'))
const OwnPlan = lazyPage(() => import('../routes/learner/own-plan.tsx'))
const PreparationGuides = lazyPage(() => import('../routes/learner/preparation-guides.tsx'))
const PreparationGuide = lazyPage(() => import('../routes/learner/preparation-guide.tsx'))
const CheatSheet = lazyPage(() => import('../routes/learner/cheatsheet.tsx'))
const Articles = lazyPage(() => import('../routes/learner/articles.tsx'))
const Article = lazyPage(() => import('../routes/learner/article.tsx'))
const Resources = lazyPage(() => import('../routes/learner/resources.tsx'))
const Jobs = lazyPage(() => import('../routes/learner/jobs.tsx'))
const Planned = lazyPage(() => import('../routes/learner/planned.tsx'))
const Certificate = lazyPage(() => import('../routes/learner/certificate.tsx'))
const CheckCertificate = lazyPage(() => import('../routes/learner/check-certificate.tsx'))
const MockInterview = lazyPage(() => import('../routes/learner/mock-interview.tsx'))
const Welcome = lazyPage(() => import('../routes/learner/welcome.tsx'))
const Auth = lazyPage(() => import('../routes/learner/auth.tsx'))
const VerifyEmail = lazyPage(() => import('../routes/learner/verify-email.tsx'))
const ConfirmEmail = lazyPage(() => import('../routes/learner/confirm-email.tsx'))
const ResetPassword = lazyPage(() => import('../routes/learner/reset-password.tsx'))
const EraseAccount = lazyPage(() => import('../routes/learner/erase-account.tsx'))
const Settings = lazyPage(() => import('../routes/learner/settings.tsx'))
const WaitingAnswers = lazyPage(() => import('../routes/learner/waiting-answers.tsx'))
const Bookmarks = lazyPage(() => import('../routes/learner/bookmarks.tsx'))
const Notices = lazyPage(() => import('../routes/learner/notices.tsx'))
const Unsubscribe = lazyPage(() => import('../routes/learner/unsubscribe.tsx'))
// The administration's pages come with the first of them: their names would weigh on every first visit.
const AdminRoutes = lazyPage(() => import('./admin-routes.tsx'))
const NotFound = lazyPage(() => import('../routes/learner/not-found.tsx'))

/** Every page by its address. */
export const routes = createRoutesFromElements(
  <>
    <Route element={<LearnerShell />}>
      <Route index element={<Home />} />
      <Route path="learning-paths" element={<LearningPaths />} />
      <Route path="questions" element={<Questions />} />
      <Route path="questions/:field" element={<QuestionField />} />
      <Route path="practice" element={<Practice />} />
      <Route path="coding" element={<Coding />} />
      <Route path="coding/:id" element={<Challenge />} />
      <Route path="dashboard" element={<Dashboard />} />
      <Route path="progress" element={<Progress />} />
      <Route path="flashcards" element={<Flashcards />} />
      <Route path="study-plans" element={<StudyPlans />} />
      <Route path="study-plans/new" element={<OwnPlan />} />
      <Route path="study-plans/:planId/edit" element={<OwnPlan />} />
      <Route path="study-plans/:planId" element={<StudyPlan />} />
      <Route path="preparation-guides" element={<PreparationGuides />} />
      <Route path="preparation-guides/:id" element={<PreparationGuide />} />
      <Route path="cheatsheet" element={<CheatSheet />} />
      <Route path="articles" element={<Articles />} />
      <Route path="articles/:id" element={<Article />} />
      <Route path="resources" element={<Resources />} />
      <Route path="jobs" element={<Jobs />} />
      <Route path="certificates" element={<CheckCertificate />} />
      <Route path="certificates/:code" element={<Certificate />} />
      <Route path="ai-mock-interview" element={<MockInterview />} />
      <Route path="welcome" element={<Welcome />} />
      <Route path="auth" element={<Auth />} />
      <Route path="auth/verify-email" element={<VerifyEmail />} />
      <Route path="auth/confirm-email" element={<ConfirmEmail />} />
      <Route path="auth/reset-password" element={<ResetPassword />} />
      <Route path="auth/erase-account" element={<EraseAccount />} />
      <Route path="settings" element={<Settings />} />
      <Route path="waiting" element={<WaitingAnswers />} />
      <Route path="bookmarks" element={<Bookmarks />} />
      <Route path="notices" element={<Notices />} />
      <Route path="unsubscribe" element={<Unsubscribe />} />
      {plannedPaths.map((path) => (
        <Route key={path} path={path} element={<Planned />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Route>
    <Route path="admin/*" element={<AdminRoutes />} />
  </>,
)

export function AppRoutes() {
  return <Suspense>{useRoutes(routes)}</Suspense>
}
