import { useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'

export function useGreeting(): string {
  const { dashboard } = useMessages()
  const [hour] = useState(() => new Date().getHours())
  if (hour >= 5 && hour < 12) return dashboard.morning
  return hour >= 12 && hour < 18 ? dashboard.afternoon : dashboard.evening
}
