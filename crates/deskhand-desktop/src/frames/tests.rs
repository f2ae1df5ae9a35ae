use proptest::prelude::*;

use super::*;

fn orders() -> impl Strategy<Value = Order> {
    let bytes = || proptest::collection::vec(any::<u8>(), 0..20);
    let part = prop_oneof![Just(Part::Display), Just(Part::Bus), Just(Part::Service), Just(Part::Program)];
    let spawn = (
        any::<u32>(),
        part,
        proptest::collection::vec(bytes(), 0..5),
        proptest::collection::vec((bytes(), proptest::option::of(bytes())), 0..5),
        proptest::option::of(bytes()),
        proptest::option::of(bytes()),
    )
        .prop_map(|(request, part, command, variables, folder, file)| {
            let sink = file.map_or(Sink::Owner, Sink::File);
            Order::Spawn(Spawn { request, part, command, variables, folder, sink })
        });
    prop_oneof![spawn, (any::<u32>(), any::<i32>()).prop_map(|(pid, signal)| Order::Signal { pid, signal })]
}

fn reports() -> impl Strategy<Value = Report> {
    prop_oneof![
        any::<u32>().prop_map(|display| Report::Open { display }),
        any::<String>().prop_map(Report::Closed),
        any::<(u32, u32)>().prop_map(|(request, pid)| Report::Spawned { request, pid }),
        any::<(u32, i32, String)>().prop_map(|(request, errno, reason)| Report::Refused {
            request,
            errno,
            reason
        }),
        any::<u32>().prop_map(|pid| Report::Announced { pid }),
        any::<(u32, Option<i32>, Option<i32>)>().prop_map(|(pid, code, signal)| Report::Exited {
            pid,
            code,
            signal
        }),
    ]
}

proptest! {
    #[test]
    fn every_order_arrives_as_it_was_sent(sent in proptest::collection::vec(orders(), 0..4)) {
        let mut wire = Vec::new();
        sent.iter().try_for_each(|order| send(&mut wire, order))?;
        let mut wire = wire.as_slice();
        for order in sent {
            prop_assert_eq!(receive::<Order>(&mut wire)?, Some(order));
        }
        prop_assert_eq!(receive::<Order>(&mut wire)?, None);
    }

    #[test]
    fn every_report_arrives_as_it_was_sent(sent in reports()) {
        let mut wire = Vec::new();
        send(&mut wire, &sent)?;
        prop_assert_eq!(receive::<Report>(&mut wire.as_slice())?, Some(sent));
    }

    #[test]
    fn a_cut_frame_is_an_error(sent in orders(), cut in any::<proptest::sample::Index>()) {
        let mut wire = Vec::new();
        send(&mut wire, &sent)?;
        let kept = 1 + cut.index(wire.len() - 1);
        prop_assert!(receive::<Order>(&mut &wire[..kept]).is_err());
        prop_assert!(Order::decode(&wire[4..kept.max(4)]).is_err());
    }

    #[test]
    fn any_bytes_are_a_message_or_malformed(body in proptest::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(order) = Order::decode(&body) {
            prop_assert_eq!(order.encode(), body.clone());
        }
        let _ = Report::decode(&body);
    }
}

#[test]
fn a_frame_of_four_gigabytes_is_refused_before_it_is_read() {
    let error = receive::<Order>(&mut [0xff; 8].as_slice()).expect_err("too long");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
