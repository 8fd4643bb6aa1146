export interface User {
  id: string
  name: string
  avatarUrl: string
  /** Written by the user. */
  about: string
  /** ISO date. */
  joined: string
  skills: { id: string; name: string }[]
  isFollowed: boolean
}

export async function loadUser(id: string): Promise<User> {
  const response = await fetch(`/api/users/${encodeURIComponent(id)}`)
  return response.json()
}

export async function follow(id: string): Promise<void> {
  const response = await fetch(`/api/users/${encodeURIComponent(id)}/followers`, { method: 'POST' })
  if (!response.ok) throw new Error(`Following failed: ${response.status}`)
}
