import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { LearnerShell } from './shell/learner-shell.tsx'

// One chunk a page: nobody loads the administration to answer a question.
const Home = lazy(() => import('../routes/learner/home.tsx'))
const LearningPaths = lazy(() => import('../routes/learner/learning-paths.tsx'))
const Questions = lazy(() => import('../routes/learner/questions.tsx'))
const Dashboard = lazy(() => import('../routes/learner/dashboard.tsx'))
const NotFound = lazy(() => import('../routes/learner/not-found.tsx'))
const AdminShell = lazy(() => import('./shell/admin-shell.tsx'))
const AdminGuard = lazy(() => import('../routes/admin/guard.tsx'))
const AdminLogin = lazy(() => import('../routes/admin/login.tsx'))
const AdminDashboard = lazy(() => import('../routes/admin/dashboard.tsx'))
const UnifiedQuestions = lazy(() => import('../routes/admin/unified-questions.tsx'))

export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<LearnerShell />}>
          <Route index element={<Home />} />
          <Route path="learning-paths" element={<LearningPaths />} />
          <Route path="questions" element={<Questions />} />
          <Route path="dashboard" element={<Dashboard />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="admin" element={<AdminShell />}>
          <Route element={<AdminGuard />}>
            <Route index element={<AdminLogin />} />
            <Route path="login" element={<AdminLogin />} />
            <Route path="dashboard" element={<AdminDashboard />} />
            <Route path="questions/unified" element={<UnifiedQuestions />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  )
}
