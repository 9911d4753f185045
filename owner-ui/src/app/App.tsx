import '../lib/provider-return.ts';
import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { CookieBanner } from '../features/cookies/CookieBanner.tsx';
import { DidNotCome } from './DidNotCome.tsx';
import { GuestOnly, SignedIn } from './guards.tsx';
import { PageOnItsWay } from './PageOnItsWay.tsx';
import { publicPages } from './public-pages.ts';
import { RouteChanges } from './RouteChanges.tsx';
import { ToastArea } from './ToastArea.tsx';

const Rooms = lazy(async () => ({ default: (await import('./Rooms.tsx')).Rooms }));
const WithSandbox = lazy(async () => ({ default: (await import('./WithSandbox.tsx')).WithSandbox }));

const Login = lazy(async () => ({ default: (await import('../features/auth/Login.tsx')).Login }));
const Register = lazy(async () => ({ default: (await import('../features/auth/Register.tsx')).Register }));
const Forgot = lazy(async () => ({ default: (await import('../features/auth/ForgotPassword.tsx')).ForgotPassword }));
const Reset = lazy(async () => ({ default: (await import('../features/auth/ResetPassword.tsx')).ResetPassword }));
const Verify = lazy(async () => ({ default: (await import('../features/auth/VerifyEmail.tsx')).VerifyEmail }));
const Wizard = lazy(async () => ({ default: (await import('../features/wizard/Wizard.tsx')).Wizard }));
const Dashboard = lazy(async () => ({ default: (await import('../features/dashboard/Dashboard.tsx')).Dashboard }));
const loadPlans = async () => ({ default: (await import('../features/plans/Plans.tsx')).Plans });
const Plans = lazy(loadPlans);
const Payment = lazy(async () => ({ default: (await import('../features/payment/Payment.tsx')).Payment }));
const Subscription = lazy(async () => ({
  default: (await import('../features/subscription/Subscription.tsx')).Subscription,
}));
const MockPayment = lazy(async () => ({
  default: (await import('../features/mock-payment/MockPayment.tsx')).MockPayment,
}));
const MiniApp = lazy(async () => ({ default: (await import('../features/mini-app/MiniApp.tsx')).MiniApp }));
const ProductMatching = lazy(async () => ({
  default: (await import('../features/product-matching/ProductMatching.tsx')).ProductMatching,
}));
const Profile = lazy(async () => ({ default: (await import('../features/profile/Profile.tsx')).Profile }));
const MyData = lazy(async () => ({ default: (await import('../features/my-data/MyData.tsx')).MyData }));
const Chat = lazy(async () => ({ default: (await import('../features/sandbox-chat/ChatPage.tsx')).ChatPage }));
const Mail = lazy(async () => ({ default: (await import('../features/sandbox-mail/MailPage.tsx')).MailPage }));

export function App() {
  return (
    <>
      <RouteChanges />
      <PageOnItsWay />
      <ToastArea />
      <Guard fallback={<DidNotCome />}>
        <Suspense fallback={<div className="loading" role="status" aria-label="Загрузка" />}>
          <Routes>
            {publicPages.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route element={<Rooms />}>
              <Route element={<GuestOnly />}>
                <Route path="/login" element={<Login loadNext={loadPlans} />} />
                <Route path="/register" element={<Register loadNext={loadPlans} />} />
                <Route path="/forgot-password" element={<Forgot />} />
              </Route>
              <Route path="/reset-password" element={<Reset />} />
              <Route path="/verify-email" element={<Verify />} />
              <Route path="/enter" element={<MiniApp />} />
              <Route element={<SignedIn />}>
                <Route path="/plans" element={<Plans />} />
                <Route path="/subscription/payment/:planId" element={<Payment />} />
                <Route path="/subscription" element={<Subscription />} />
                <Route path="/wizard" element={<Wizard />} />
                <Route path="/dashboard" element={<Dashboard />} />
                <Route path="/product-matching" element={<ProductMatching />} />
                <Route path="/profile" element={<Profile />} />
                <Route path="/my-data" element={<MyData />} />
              </Route>
              <Route element={<WithSandbox parts={['chat', 'max']} />}>
                <Route path="/sandbox/chat" element={<Chat />} />
              </Route>
              <Route element={<WithSandbox parts={['payments']} />}>
                <Route path="/mock-payment/:paymentId" element={<MockPayment />} />
              </Route>
              <Route element={<WithSandbox parts={['mail']} />}>
                <Route path="/sandbox/mail" element={<Mail />} />
              </Route>
            </Route>
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </Suspense>
      </Guard>
      <CookieBanner />
    </>
  );
}
