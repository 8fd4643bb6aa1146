import { type ComponentType, Suspense } from 'react'
import { createRoutesFromElements, Route, useRoutes } from 'react-router'
import { lazyPage } from './lazy-page.ts'

/** A page that its feature exports by name. */
const page = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPage(async () => ({ default: await load() }))

const AdminShell = lazyPage(() => import('./shell/admin-shell.tsx'))
const AdminGuard = lazyPage(() => import('../routes/admin/guard.tsx'))
const AdminLogin = page(async () => (await import('../features/admin-session/login-form.tsx')).LoginForm)
const AdminResetPassword = page(
  async () => (await import('../features/admin-session/reset-admin-password.tsx')).ResetAdminPassword,
)
const AdminAccount = page(
  async () => (await import('../features/admin-session/admin-account.tsx')).AdminAccount,
)
const AdminLearners = page(async () => (await import('../features/users/learners.tsx')).Learners)
const AdminLearner = page(async () => (await import('../features/users/learner-page.tsx')).LearnerPage)
const Admins = page(async () => (await import('../features/users/admins.tsx')).Admins)
const ActivityReport = page(async () => (await import('../features/reports/activity.tsx')).Activity)
const ItemReports = page(async () => (await import('../features/reports/item-reports.tsx')).ItemReports)
const ItemReport = page(async () => (await import('../features/reports/item-page.tsx')).ItemPage)
const CoverageReport = page(async () => (await import('../features/reports/coverage.tsx')).Coverage)
const ReportedQuestions = page(async () => (await import('../features/reports/reported.tsx')).Reported)
const AdminSettings = page(
  async () => (await import('../features/platform/platform-settings.tsx')).PlatformSettings,
)
const AdminDashboard = page(
  async () => (await import('../features/admin-dashboard/admin-dashboard.tsx')).AdminDashboard,
)
const BulkAdd = page(async () => (await import('../features/bulk-import/bulk-import.tsx')).BulkImportPage)
const AdminAudio = page(
  async () => (await import('../features/audio-manager/audio-manager.tsx')).AudioManager,
)
const AdminBackup = page(async () => (await import('../features/backups/backups-page.tsx')).BackupsPage)
const AdminSections = page(
  async () => (await import('../features/content-editor/taxonomy-pages.tsx')).SectionsPage,
)
const AdminContent = page(
  async () => (await import('../features/content-editor/taxonomy-pages.tsx')).TaxonomyPage,
)
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
