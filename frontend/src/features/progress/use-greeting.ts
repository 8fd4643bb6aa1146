import { useState } from 'react'
import { useProgressMessages } from './progress-messages.ts'

export function useGreeting(): string {
  const messages = useProgressMessages()
  const [hour] = useState(() => new Date().getHours())
  if (hour >= 5 && hour < 12) return messages.morning
  return hour >= 12 && hour < 18 ? messages.afternoon : messages.evening
}
