import { Suspense } from 'react'
import { createRoutesFromElements, Route, useRoutes } from 'react-router'
import { lazyPage } from './lazy-page.ts'

const AdminShell = lazyPage(async () => (await import('./shell/admin-shell.tsx')).default)
const AdminGuard = lazyPage(
  async () => (await import('../features/admin-session/admin-guard.tsx')).AdminGuard,
)
const AdminLogin = lazyPage(async () => (await import('../features/admin-session/login-form.tsx')).LoginForm)
const AdminResetPassword = lazyPage(
  async () => (await import('../features/admin-session/reset-admin-password.tsx')).ResetAdminPassword,
)
const AdminAccount = lazyPage(
  async () => (await import('../features/admin-session/admin-account.tsx')).AdminAccount,
)
const AdminLearners = lazyPage(async () => (await import('../features/users/learners.tsx')).Learners)
const AdminLearner = lazyPage(async () => (await import('../features/users/learner-page.tsx')).LearnerPage)
const Admins = lazyPage(async () => (await import('../features/users/admins.tsx')).Admins)
const ActivityReport = lazyPage(async () => (await import('../features/reports/activity.tsx')).Activity)
const ItemReports = lazyPage(async () => (await import('../features/reports/item-reports.tsx')).ItemReports)
const ItemReport = lazyPage(async () => (await import('../features/reports/item-page.tsx')).ItemPage)
const CalibrationReport = lazyPage(
  async () => (await import('../features/reports/calibration.tsx')).Calibration,
)
const CoverageReport = lazyPage(async () => (await import('../features/reports/coverage.tsx')).Coverage)
const ReportedQuestions = lazyPage(async () => (await import('../features/reports/reported.tsx')).Reported)
const AdminSettings = lazyPage(
  async () => (await import('../features/platform/platform-settings.tsx')).PlatformSettings,
)
const AdminDashboard = lazyPage(
  async () => (await import('../features/admin-dashboard/admin-dashboard.tsx')).AdminDashboard,
)
const Reviews = lazyPage(async () => (await import('./reviews.tsx')).Reviews)
const Translations = lazyPage(
  async () => (await import('../features/question-manager/translations.tsx')).Translations,
)
const BulkAdd = lazyPage(async () => (await import('../features/bulk-import/bulk-import.tsx')).BulkImportPage)
const AdminAudio = lazyPage(
  async () => (await import('../features/audio-manager/audio-manager.tsx')).AudioManager,
)
const AdminImages = lazyPage(
  async () => (await import('../features/image-manager/image-manager.tsx')).ImageManager,
)
const AdminBackup = lazyPage(async () => (await import('../features/backups/backups-page.tsx')).BackupsPage)
const AuditLog = lazyPage(async () => (await import('../features/audit-log/audit-log-page.tsx')).AuditLogPage)
const AdminTrash = lazyPage(async () => (await import('../features/trash/trash-page.tsx')).TrashPage)
const AdminSections = lazyPage(
  async () => (await import('../features/content-editor/taxonomy-pages.tsx')).SectionsPage,
)
const AdminContent = lazyPage(
  async () => (await import('../features/content-editor/taxonomy-pages.tsx')).TaxonomyPage,
)
const Notifications = lazyPage(
  async () => (await import('../features/comments/notifications-page.tsx')).NotificationsPage,
)
const AdminComments = lazyPage(
  async () => (await import('../features/comments/comments-page.tsx')).CommentsPage,
)
const LearningResources = lazyPage(async () => (await import('./learning-resources.tsx')).LearningResources)
const UnifiedQuestions = lazyPage(async () => (await import('./unified-questions.tsx')).UnifiedQuestions)
const NotFound = lazyPage(async () => (await import('./not-found.tsx')).NotFound)

/** Every admin page by its path below /admin. */
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
      <Route path="reports/predictions" element={<CalibrationReport />} />
      <Route path="reports/coverage" element={<CoverageReport />} />
      <Route path="reports/reported" element={<ReportedQuestions />} />
      <Route path="settings" element={<AdminSettings />} />
      <Route path="users" element={<AdminLearners />} />
      <Route path="users/admins" element={<Admins />} />
      <Route path="users/:uid" element={<AdminLearner />} />
      <Route path="questions/unified" element={<UnifiedQuestions />} />
      <Route path="reviews" element={<Reviews />} />
      <Route path="translations" element={<Translations />} />
      <Route path="content/questions" element={<BulkAdd />} />
      <Route path="audio" element={<AdminAudio />} />
      <Route path="images" element={<AdminImages />} />
      <Route path="backup" element={<AdminBackup />} />
      <Route path="audit" element={<AuditLog />} />
      <Route path="notifications" element={<Notifications />} />
      <Route path="comments" element={<AdminComments />} />
      <Route path="trash" element={<AdminTrash />} />
      <Route path="sections" element={<AdminSections />} />
      <Route path="content" element={<AdminContent />} />
      <Route path="learning-resources" element={<LearningResources />} />
      <Route path="*" element={<NotFound />} />
    </Route>
  </Route>,
)

export function AdminRoutes() {
  return <Suspense>{useRoutes(adminRoutes)}</Suspense>
}
