import { Suspense } from 'react'
import { createRoutesFromElements, Route, useRoutes } from 'react-router'
import { lazyPage } from './lazy-page.ts'

const AdminShell = lazyPage(() => import('./shell/admin-shell.tsx'))
const AdminGuard = lazyPage(() => import('../routes/admin/guard.tsx'))
const AdminLogin = lazyPage(() => import('../routes/admin/login.tsx'))
const AdminResetPassword = lazyPage(() => import('../routes/admin/reset-password.tsx'))
const AdminAccount = lazyPage(() => import('../routes/admin/account.tsx'))
const AdminLearners = lazyPage(() => import('../routes/admin/users.tsx'))
const AdminLearner = lazyPage(() => import('../routes/admin/learner.tsx'))
const Admins = lazyPage(() => import('../routes/admin/admins.tsx'))
const ActivityReport = lazyPage(() => import('../routes/admin/reports.tsx'))
const ItemReports = lazyPage(() => import('../routes/admin/item-reports.tsx'))
const ItemReport = lazyPage(() => import('../routes/admin/item-report.tsx'))
const CoverageReport = lazyPage(() => import('../routes/admin/coverage.tsx'))
const ReportedQuestions = lazyPage(() => import('../routes/admin/reported.tsx'))
const AdminSettings = lazyPage(() => import('../routes/admin/settings.tsx'))
const AdminDashboard = lazyPage(() => import('../routes/admin/dashboard.tsx'))
const BulkAdd = lazyPage(() => import('../routes/admin/bulk-add.tsx'))
const AdminAudio = lazyPage(() => import('../routes/admin/audio.tsx'))
const AdminBackup = lazyPage(() => import('../routes/admin/backup.tsx'))
const AdminSections = lazyPage(() => import('../routes/admin/sections.tsx'))
const AdminContent = lazyPage(() => import('../routes/admin/content.tsx'))
const LearningResources = lazyPage(() => import('../routes/admin/learning-resources.tsx'))
const UnifiedQuestions = lazyPage(() => import('../routes/admin/unified-questions.tsx'))
const NotFound = lazyPage(() => import('../routes/learner/not-found.tsx'))

/** Every page of the administration by its address below /admin. */
export const adminRoutes = createRoutesFromElements(
  <Route element={<AdminShell />}>
    <Route element={<AdminGuard />}>
      <Route index element={<AdminLogin />} />
      <Route path="login" element={<AdminLogin />} />
      <Route path="reset-password" element={<AdminResetPassword />} />
      <Route path="account" element={<AdminAccount />} />
      <Route path="dashboard" element={<AdminDashboard />} />
      <Route path="reports" element={<ActivityReport />} />
      <Route path="reports/questions" element={<ItemReports />} />
      <Route path="reports/questions/:id" element={<ItemReport />} />
      <Route path="reports/coverage" element={<CoverageReport />} />
      <Route path="reports/reported" element={<ReportedQuestions />} />
      <Route path="settings" element={<AdminSettings />} />
      <Route path="users" element={<AdminLearners />} />
      <Route path="users/admins" element={<Admins />} />
      <Route path="users/:uid" element={<AdminLearner />} />
      <Route path="questions/unified" element={<UnifiedQuestions />} />
      <Route path="content/questions" element={<BulkAdd />} />
      <Route path="audio" element={<AdminAudio />} />
      <Route path="backup" element={<AdminBackup />} />
      <Route path="sections" element={<AdminSections />} />
      <Route path="content" element={<AdminContent />} />
      <Route path="learning-resources" element={<LearningResources />} />
      <Route path="*" element={<NotFound />} />
    </Route>
  </Route>,
)

export default function AdminRoutes() {
  return <Suspense>{useRoutes(adminRoutes)}</Suspense>
}
