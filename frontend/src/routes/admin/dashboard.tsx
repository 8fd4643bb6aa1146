import { AdminDashboard } from '../../features/admin-dashboard/admin-dashboard.tsx'
import { FeatureCatalogue } from '../../features/feature-catalogue/feature-catalogue.tsx'

export default function Dashboard() {
  return (
    <AdminDashboard>
      <FeatureCatalogue />
    </AdminDashboard>
  )
}
