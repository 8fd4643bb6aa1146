import { isValidElement, Suspense } from 'react'
import { createRoutesFromElements, matchRoutes, Route, useRoutes } from 'react-router'
import { lazyPage } from './lazy-page.ts'
import { LearnerShell } from './shell/learner-shell.tsx'

/** Pages that are planned but not built. GET /api/features/planned describes them. */
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

// One chunk per page: answering a question doesn't load the admin area.
const Home = lazyPage(async () => (await import('../features/home/home.tsx')).Home)
const LearningPaths = lazyPage(
  async () => (await import('../features/study-plans/learning-paths.tsx')).LearningPaths,
)
const Course = lazyPage(async () => (await import('../features/study-plans/course-page.tsx')).CoursePage)
const CourseStep = lazyPage(async () => (await import('../features/study-plans/step-page.tsx')).StepPage)
const Questions = lazyPage(async () => (await import('../features/practice/practice.tsx')).Practice)
const QuestionField = lazyPage(async () => (await import('./question-field.tsx')).QuestionField)
const AllQuestions = lazyPage(
  async () => (await import('../features/question-browser/all-questions.tsx')).AllQuestions,
)
const QuestionLists = lazyPage(
  async () => (await import('../features/question-browser/question-lists.tsx')).QuestionLists,
)
const QuestionList = lazyPage(
  async () => (await import('../features/question-browser/question-lists.tsx')).QuestionListPage,
)
const Practice = lazyPage(async () => (await import('../features/practice/practice-hub.tsx')).PracticeHub)
const Coding = lazyPage(async () => (await import('../features/coding/challenge-list.tsx')).ChallengeList)
const Challenge = lazyPage(async () => (await import('../features/coding/challenge-page.tsx')).ChallengePage)
const Today = lazyPage(async () => (await import('../features/progress/today.tsx')).Today)
const Progress = lazyPage(async () => (await import('../features/progress/progress-page.tsx')).ProgressPage)
const Flashcards = lazyPage(async () => (await import('../features/flashcards/flashcards.tsx')).Flashcards)
const StudyPlans = lazyPage(async () => (await import('../features/study-plans/study-plans.tsx')).StudyPlans)
const StudyPlan = lazyPage(async () => (await import('../features/study-plans/study-plan.tsx')).StudyPlan)
const CustomPlan = lazyPage(
  async () => (await import('../features/study-plans/custom-plan-page.tsx')).CustomPlanPage,
)
const PreparationGuides = lazyPage(async () => (await import('../features/library/guides.tsx')).Guides)
const PreparationGuide = lazyPage(async () => (await import('../features/library/entry-pages.tsx')).GuidePage)
const CheatSheets = lazyPage(async () => (await import('../features/library/cheat-sheets.tsx')).CheatSheets)
const CheatSheet = lazyPage(async () => (await import('../features/library/cheat-sheets.tsx')).CheatSheetPage)
const Library = lazyPage(async () => (await import('../features/library/library-hub.tsx')).LibraryHub)
const Articles = lazyPage(async () => (await import('../features/library/articles.tsx')).Articles)
const Article = lazyPage(async () => (await import('../features/library/entry-pages.tsx')).ArticlePage)
const Resources = lazyPage(async () => (await import('../features/library/resources.tsx')).Resources)
const Jobs = lazyPage(async () => (await import('../features/library/jobs.tsx')).Jobs)
const Planned = lazyPage(async () => (await import('../features/library/planned.tsx')).Planned)
const Certificate = lazyPage(
  async () => (await import('../features/certificates/certificate.tsx')).CertificatePage,
)
const CheckCertificate = lazyPage(
  async () => (await import('../features/certificates/certificate.tsx')).CheckCertificate,
)
const MockInterview = lazyPage(async () => (await import('./mock-interview-page.tsx')).MockInterviewPage)
const Interview = lazyPage(
  async () => (await import('../features/interview-date/interview-page.tsx')).InterviewPage,
)
const Forecast = lazyPage(
  async () => (await import('../features/interview-date/interview-page.tsx')).ForecastPage,
)
const ForecastExam = lazyPage(
  async () => (await import('../features/practice/forecast-exam.tsx')).ForecastExam,
)
const Onboarding = lazyPage(async () => (await import('../features/onboarding/onboarding.tsx')).Onboarding)
const Auth = lazyPage(async () => (await import('../features/account/sign-in-page.tsx')).SignInPage)
const VerifyEmail = lazyPage(async () => (await import('../features/account/mailed-link.tsx')).VerifyEmail)
const ConfirmEmail = lazyPage(async () => (await import('../features/account/mailed-link.tsx')).ConfirmEmail)
const SignInLink = lazyPage(async () => (await import('../features/account/mailed-link.tsx')).SignInLink)
const ResetPassword = lazyPage(
  async () => (await import('../features/account/reset-password.tsx')).ResetPassword,
)
const EraseAccount = lazyPage(
  async () => (await import('../features/account/erase-account.tsx')).EraseAccount,
)
const Settings = lazyPage(async () => (await import('../features/account/settings.tsx')).Settings)
const SyncQueue = lazyPage(async () => (await import('../features/sync-queue/sync-queue.tsx')).SyncQueue)
const Bookmarks = lazyPage(async () => (await import('../features/practice/bookmarks.tsx')).Bookmarks)
const Notifications = lazyPage(
  async () => (await import('../features/notifications/notifications.tsx')).Notifications,
)
const Unsubscribe = lazyPage(async () => (await import('../features/account/mailed-link.tsx')).Unsubscribe)
// The admin area has its own route table, so that a learner's first visit doesn't load it.
const AdminRoutes = lazyPage(async () => (await import('./admin-routes.tsx')).AdminRoutes)
const NotFound = lazyPage(async () => (await import('./not-found.tsx')).NotFound)

/** Every page by its path. */
export const routes = createRoutesFromElements(
  <>
    <Route element={<LearnerShell />}>
      <Route index element={<Home />} />
      <Route path="learning-paths" element={<LearningPaths />} />
      <Route path="learning-paths/:pathId" element={<Course />} />
      <Route path="learning-paths/:pathId/:stepId" element={<CourseStep />} />
      <Route path="questions" element={<Questions />} />
      <Route path="questions/all" element={<AllQuestions />} />
      <Route path="questions/lists" element={<QuestionLists />} />
      <Route path="questions/lists/:id" element={<QuestionList />} />
      <Route path="questions/:field" element={<QuestionField />} />
      <Route path="practice" element={<Practice />} />
      <Route path="coding" element={<Coding />} />
      <Route path="coding/:id" element={<Challenge />} />
      <Route path="dashboard" element={<Today />} />
      <Route path="progress" element={<Progress />} />
      <Route path="flashcards" element={<Flashcards />} />
      <Route path="study-plans" element={<StudyPlans />} />
      <Route path="study-plans/new" element={<CustomPlan />} />
      <Route path="study-plans/:planId/edit" element={<CustomPlan />} />
      <Route path="study-plans/:planId" element={<StudyPlan />} />
      <Route path="preparation-guides" element={<PreparationGuides />} />
      <Route path="preparation-guides/:id" element={<PreparationGuide />} />
      <Route path="library" element={<Library />} />
      <Route path="cheatsheet" element={<CheatSheets />} />
      <Route path="cheatsheet/:id" element={<CheatSheet />} />
      <Route path="articles" element={<Articles />} />
      <Route path="articles/:id" element={<Article />} />
      <Route path="resources" element={<Resources />} />
      <Route path="jobs" element={<Jobs />} />
      <Route path="certificates" element={<CheckCertificate />} />
      <Route path="certificates/:code" element={<Certificate />} />
      <Route path="interview" element={<Interview />} />
      <Route path="interview/forecast" element={<Forecast />} />
      <Route path="interview/exam" element={<ForecastExam />} />
      <Route path="ai-mock-interview" element={<MockInterview />} />
      <Route path="welcome" element={<Onboarding />} />
      <Route path="auth" element={<Auth />} />
      <Route path="auth/verify-email" element={<VerifyEmail />} />
      <Route path="auth/confirm-email" element={<ConfirmEmail />} />
      <Route path="auth/sign-in-link" element={<SignInLink />} />
      <Route path="auth/reset-password" element={<ResetPassword />} />
      <Route path="auth/erase-account" element={<EraseAccount />} />
      <Route path="settings" element={<Settings />} />
      <Route path="waiting" element={<SyncQueue />} />
      <Route path="bookmarks" element={<Bookmarks />} />
      <Route path="notices" element={<Notifications />} />
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

/**
 * Loads the page of a path before it renders, so that it shows at once: after a Suspense fallback React delays
 * content by up to 300 ms, and a page starts its requests only when it renders.
 */
export async function loadPage(pathname: string): Promise<void> {
  const isAdmin = /^\/admin(\/|$)/.test(pathname)
  // A page that fails to load shows its own error.
  const nested = isAdmin ? await import('./admin-routes.tsx').catch(() => undefined) : undefined
  const shown = [
    ...(matchRoutes(routes, pathname) ?? []),
    ...((nested && matchRoutes(nested.adminRoutes, pathname, '/admin')) ?? []),
  ]
  await Promise.allSettled(shown.map(({ route }) => preloadOf(route.element)?.()))
}

function preloadOf(element: unknown): (() => Promise<void>) | undefined {
  const page = isValidElement(element) ? element.type : undefined
  return typeof page === 'function' && 'preload' in page ? (page.preload as () => Promise<void>) : undefined
}
