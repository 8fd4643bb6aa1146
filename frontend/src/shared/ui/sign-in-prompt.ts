import { create } from 'zustand'

interface SignInPrompt {
  open: boolean
  /** Opens for signing up instead. */
  joining: boolean
  /** An account was just created here: what comes with it is offered once. */
  joined: boolean
  onSuccess: (() => void) | undefined
  ask: (onSuccess?: () => void) => void
  askToJoin: () => void
  close: () => void
  setJoined: (joined: boolean) => void
}

/** Lets any page ask for a sign-in without knowing the dialog, and go on with what it was doing afterwards. */
export const useSignInPrompt = create<SignInPrompt>((set) => ({
  open: false,
  joining: false,
  joined: false,
  onSuccess: undefined,
  ask: (onSuccess) => set({ open: true, joining: false, onSuccess }),
  askToJoin: () => set({ open: true, joining: true, onSuccess: undefined }),
  setJoined: (joined) => set({ joined }),
  close: () => set({ open: false, onSuccess: undefined }),
}))
