import type { PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import { fallbackPlans, featureLines, limitsInWords, priceOf } from '../../lib/plans.ts';
import { useFreePlan, useInstallation, usePlansOnOffer } from '../../lib/public-facts.ts';
import { useSession } from '../../lib/session.ts';
import { CheckList } from '../../ui/CheckList.tsx';
import { LinkButton } from '../../ui/site/LinkButton.tsx';
import { WithoutScripts } from '../../ui/site/WithoutScripts.tsx';
import classes from './Pricing.module.css';

function PlanButton({ plan, signedIn }: { plan: PublicPlan; signedIn: boolean }) {
  const installation = useInstallation();
  if (plan.name !== 'corporate')
    return (
      <LinkButton
        to={signedIn ? `/subscription/payment/${plan.id}` : `/register?plan=${plan.name}`}
        variant={plan.is_featured ? 'filled' : 'default'}
        full
      >
        Выбрать
      </LinkButton>
    );
  const address = installation.state === 'known' ? installation.value.supportEmail : '';
  return (
    <LinkButton href={`mailto:${address}?subject=${encodeURIComponent('Корпоративный тариф')}`} variant="default" full>
      Написать нам
    </LinkButton>
  );
}

function PlanCard({ plan, signedIn }: { plan: PublicPlan; signedIn: boolean }) {
  const { text, before, discount } = priceOf(plan);
  return (
    <article className={classes.card} data-featured={plan.is_featured || undefined}>
      <div className={classes.head}>
        <h3>{plan.display_name}</h3>
        {plan.is_featured && <span className={classes.badge}>популярный</span>}
      </div>
      <p className={classes.description}>{plan.description}</p>
      <p className={classes.price}>
        {before && (
          <span className={classes.before}>
            <s>{before}</s> <span className={classes.badge}>{discount}</span>
          </span>
        )}
        <strong>{text}</strong>
      </p>
      <CheckList lines={featureLines(plan.features)} />
      <div className={classes.action}>
        <PlanButton plan={plan} signedIn={signedIn} />
      </div>
    </article>
  );
}

/** Shows the free plan and its limits. */
function Free({ signedIn }: { signedIn: boolean }) {
  const free = useFreePlan();
  if (!free) return null;
  return (
    <p className={classes.free}>
      {free.display_name}: {limitsInWords(free)}, без срока и без карты.{' '}
      <a href={signedIn ? '/dashboard' : '/register'}>{signedIn ? 'К моим заведениям' : 'Начать бесплатно'}</a>
    </p>
  );
}

/** A placeholder in the shape of the prices to come. */
const Awaited = () => (
  <>
    {fallbackPlans.map(({ id }) => (
      <div key={id} className={classes.awaited} data-awaited />
    ))}
  </>
);

export function Pricing() {
  const plans = usePlansOnOffer();
  const signedIn = useSession() !== null;
  const shown = plans.state === 'known' ? plans.value : fallbackPlans;
  return (
    <section id="pricing" className={classes.pricing} aria-labelledby="pricing-title">
      <h2 id="pricing-title">Тарифы</h2>
      <p className={classes.lead}>Начать можно бесплатно, сменить тариф — когда угодно.</p>
      <WithoutScripts fact="plans" className={classes.plain} />
      <div className={classes.cards} aria-busy={plans.state === 'asking'}>
        {plans.state === 'asking' ? (
          <Awaited />
        ) : (
          shown.map((plan) => <PlanCard key={plan.id} plan={plan} signedIn={signedIn} />)
        )}
      </div>
      <Free signedIn={signedIn} />
    </section>
  );
}
