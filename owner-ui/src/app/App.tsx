import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Landing } from '../features/landing/Landing.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { GuestOnly, SignedIn, WithSandbox } from './guards.tsx';
import { RouteChanges } from './RouteChanges.tsx';

const Login = lazy(async () => ({ default: (await import('../features/auth/Login.tsx')).Login }));
const Register = lazy(async () => ({ default: (await import('../features/auth/Register.tsx')).Register }));
const Forgot = lazy(async () => ({ default: (await import('../features/auth/ForgotPassword.tsx')).ForgotPassword }));
const Reset = lazy(async () => ({ default: (await import('../features/auth/ResetPassword.tsx')).ResetPassword }));
const Verify = lazy(async () => ({ default: (await import('../features/auth/VerifyEmail.tsx')).VerifyEmail }));
const Terms = lazy(async () => ({ default: (await import('../features/legal/Terms.tsx')).Terms }));
const Privacy = lazy(async () => ({ default: (await import('../features/legal/Privacy.tsx')).Privacy }));
const Wizard = lazy(async () => ({ default: (await import('../features/wizard/Wizard.tsx')).Wizard }));
const Dashboard = lazy(async () => ({ default: (await import('../features/dashboard/Dashboard.tsx')).Dashboard }));
const Plans = lazy(async () => ({ default: (await import('../features/plans/Plans.tsx')).Plans }));
const Payment = lazy(async () => ({ default: (await import('../features/payment/Payment.tsx')).Payment }));
const Profile = lazy(async () => ({ default: (await import('../features/profile/Profile.tsx')).Profile }));
const Chat = lazy(async () => ({ default: (await import('../features/sandbox-chat/ChatPage.tsx')).ChatPage }));
const Mail = lazy(async () => ({ default: (await import('../features/sandbox-mail/MailPage.tsx')).MailPage }));

export function App() {
  return (
    <>
      <RouteChanges />
      <Suspense fallback={<PageLoading />}>
        <Routes>
          <Route path="/" element={<Landing />} />
          <Route element={<GuestOnly />}>
            <Route path="/login" element={<Login />} />
            <Route path="/register" element={<Register />} />
            <Route path="/forgot-password" element={<Forgot />} />
          </Route>
          <Route path="/terms" element={<Terms />} />
          <Route path="/privacy" element={<Privacy />} />
          <Route path="/reset-password" element={<Reset />} />
          <Route path="/verify-email" element={<Verify />} />
          <Route element={<SignedIn />}>
            <Route path="/plans" element={<Plans />} />
            <Route path="/subscription/payment/:planId" element={<Payment />} />
            <Route path="/wizard" element={<Wizard />} />
            <Route path="/dashboard" element={<Dashboard />} />
            <Route path="/profile" element={<Profile />} />
          </Route>
          <Route element={<WithSandbox part="chat" />}>
            <Route path="/sandbox/chat" element={<Chat />} />
          </Route>
          <Route element={<WithSandbox part="mail" />}>
            <Route path="/sandbox/mail" element={<Mail />} />
          </Route>
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
